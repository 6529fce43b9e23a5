package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checkpoint of a command in phases.
///
/// It has no finished state: the document is removed when the command ends.
public final class ItemCheckpoint implements Checkpoint {
  private final CheckpointId id;
  private final ItemHeader itemHeader;
  private final List<PhaseRow> rows;
  private final ItemBody itemBody;

  /// Creates a checkpoint from the content of a document.
  ///
  /// @param rows the table of phases
  public ItemCheckpoint(
      CheckpointId id, ItemHeader itemHeader, List<PhaseRow> rows, ItemBody itemBody) {
    this.id = id;
    this.itemHeader = itemHeader;
    this.rows = List.copyOf(rows);
    this.itemBody = itemBody;
  }

  @Override
  public CheckpointId id() {
    return id;
  }

  @Override
  public List<String> identity() {
    return List.of(itemHeader.command(), itemHeader.item());
  }

  public ItemHeader header() {
    return itemHeader;
  }

  public List<PhaseRow> rows() {
    return rows;
  }

  public ItemBody body() {
    return itemBody;
  }

  public ItemCheckpoint with(ItemHeader other) {
    return new ItemCheckpoint(id, other, rows, itemBody);
  }

  public ItemCheckpoint with(List<PhaseRow> others) {
    return new ItemCheckpoint(id, itemHeader, others, itemBody);
  }

  public ItemCheckpoint with(ItemBody other) {
    return new ItemCheckpoint(id, itemHeader, rows, other);
  }

  @Override
  public Optional<Instant> updatedAt() {
    return Timestamps.parse(itemHeader.updated());
  }

  @Override
  public Optional<Instant> startedAt() {
    return Timestamps.parse(itemHeader.started());
  }

  @Override
  public List<Phase> phases() {
    var phases = new ArrayList<Phase>(rows.size());
    for (var phaseRow : rows) {
      phases.add(phaseRow.asPhase());
    }
    return phases;
  }

  /// Returns the phase of that number.
  public Optional<PhaseName> phaseNumbered(String number) {
    for (var phaseRow : rows) {
      if (phaseRow.number().equals(number)) {
        return Optional.of(phaseRow.phase());
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<PhaseName> current() {
    for (var phaseRow : rows) {
      if (phaseRow.status() == ItemStatus.IN_PROGRESS) {
        return Optional.of(phaseRow.phase());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Decision> decisions() {
    var decisions = new ArrayList<Decision>();
    var numbers = PhaseRows.byNumber(rows);
    for (var entry : itemBody.decisions()) {
      int end = entry.indexOf(']');
      boolean labelled = entry.startsWith("[Phase ") && end > 0;
      var number = labelled ? entry.substring("[Phase ".length(), end).trim() : "";
      var text = labelled ? entry.substring(end + 1).trim() : entry;
      var phase = numbers.get(number);
      var otherwise = new PhaseName(number.isEmpty() ? "-" : "Phase " + number);
      decisions.add(new Decision(phase == null ? otherwise : phase, text));
    }
    return decisions;
  }

  @Override
  public Optional<String> goal() {
    return Optional.ofNullable(ContextNotes.goal(itemBody.context()));
  }

  @Override
  public List<Note> notes() {
    return ContextNotes.of(itemBody.context(), rows);
  }

  @Override
  public List<MergeConflict> conflicts() {
    return itemBody.conflicts();
  }

  /// Sub-tasks belong to the active phase; their text is their id.
  @Override
  public List<PlannedTask> tasks() {
    var tasks = new ArrayList<PlannedTask>();
    var active = PhaseRows.active(rows);
    if (active == null) {
      return tasks;
    }
    for (var task : itemBody.tasks()) {
      var word = task.done() ? "complete" : "pending";
      tasks.add(PlannedTask.of(task.text(), active.phase(), word, ""));
    }
    return tasks;
  }

  /// The time of the last save is no difference.
  @Override
  public List<DocumentField> details() {
    var details = new ArrayList<DocumentField>();
    details.add(new DocumentField(ItemHeader.COMMAND, itemHeader.command()));
    details.add(new DocumentField(ItemHeader.ITEM, itemHeader.item()));
    details.add(new DocumentField(ItemHeader.BRANCH, itemHeader.branch()));
    details.add(new DocumentField(ItemHeader.STARTED, itemHeader.started()));
    details.add(new DocumentField(ItemHeader.STATUS, itemHeader.status()));
    details.add(new DocumentField(ItemHeader.CURRENT_PHASE, itemHeader.currentPhase()));
    details.add(new DocumentField(ItemHeader.TOTAL_PHASES, itemHeader.totalPhases()));
    for (var task : itemBody.tasks()) {
      details.add(new DocumentField("task " + task.text(), task.done() ? "done" : "open"));
    }
    details.add(new DocumentField("current state", itemBody.state()));
    for (var artifact : itemBody.artifacts()) {
      details.add(new DocumentField("artifact", artifact));
    }
    for (var entry : itemBody.context()) {
      details.add(new DocumentField("key context", entry));
    }
    return details;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemCheckpoint that
        && id.equals(that.id)
        && itemHeader.equals(that.itemHeader)
        && rows.equals(that.rows)
        && itemBody.equals(that.itemBody);
  }

  @Override
  public int hashCode() {
    return (id.hashCode() * 31 + itemHeader.hashCode()) * 31 + rows.hashCode();
  }

  @Override
  public String toString() {
    return id + " " + itemHeader + " " + rows + " " + itemBody;
  }
}
