package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Detail;
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
  private final Header header;
  private final List<Row> rows;
  private final Body body;

  /// Creates a checkpoint from the content of a document.
  ///
  /// @param rows the table of phases
  ItemCheckpoint(CheckpointId id, Header header, List<Row> rows, Body body) {
    this.id = id;
    this.header = header;
    this.rows = List.copyOf(rows);
    this.body = body;
  }

  @Override
  public CheckpointId id() {
    return id;
  }

  @Override
  public List<String> identity() {
    return List.of(header.command(), header.item());
  }

  Header header() {
    return header;
  }

  List<Row> rows() {
    return rows;
  }

  Body body() {
    return body;
  }

  ItemCheckpoint with(Header other) {
    return new ItemCheckpoint(id, other, rows, body);
  }

  ItemCheckpoint with(List<Row> others) {
    return new ItemCheckpoint(id, header, others, body);
  }

  ItemCheckpoint with(Body other) {
    return new ItemCheckpoint(id, header, rows, other);
  }

  @Override
  public Optional<Instant> updatedAt() {
    return Timestamps.parse(header.updated());
  }

  @Override
  public List<Phase> phases() {
    var phases = new ArrayList<Phase>(rows.size());
    for (var row : rows) {
      phases.add(row.asPhase());
    }
    return phases;
  }

  /// Returns the phase of that number.
  Optional<PhaseName> phaseNumbered(String number) {
    for (var row : rows) {
      if (row.number().equals(number)) {
        return Optional.of(row.phase());
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<PhaseName> current() {
    for (var row : rows) {
      if (row.status() == Status.IN_PROGRESS) {
        return Optional.of(row.phase());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Decision> decisions() {
    var decisions = new ArrayList<Decision>();
    var numbers = Rows.byNumber(rows);
    for (var entry : body.decisions()) {
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
    return Optional.ofNullable(ContextNotes.goal(body.context()));
  }

  @Override
  public List<Note> notes() {
    return ContextNotes.of(body.context(), rows);
  }

  @Override
  public Optional<String> commit() {
    return Optional.empty();
  }

  @Override
  public boolean finished() {
    return false;
  }

  /// Sub-tasks belong to the active phase; their text is their id.
  @Override
  public List<PlannedTask> tasks() {
    var tasks = new ArrayList<PlannedTask>();
    var active = Rows.active(rows);
    if (active == null) {
      return tasks;
    }
    for (var task : body.tasks()) {
      var word = task.done() ? "complete" : "pending";
      tasks.add(PlannedTask.of(task.text(), active.phase(), word, ""));
    }
    return tasks;
  }

  /// The time of the last save is no difference.
  @Override
  public List<Detail> details() {
    var details = new ArrayList<Detail>();
    details.add(new Detail(Header.COMMAND, header.command()));
    details.add(new Detail(Header.ITEM, header.item()));
    details.add(new Detail(Header.BRANCH, header.branch()));
    details.add(new Detail(Header.STARTED, header.started()));
    details.add(new Detail(Header.STATUS, header.status()));
    details.add(new Detail(Header.CURRENT_PHASE, header.progress().current()));
    details.add(new Detail(Header.TOTAL_PHASES, header.progress().total()));
    for (var task : body.tasks()) {
      details.add(new Detail("task " + task.text(), task.done() ? "done" : "open"));
    }
    details.add(new Detail("current state", body.state()));
    for (var artifact : body.artifacts()) {
      details.add(new Detail("artifact", artifact));
    }
    for (var entry : body.context()) {
      details.add(new Detail("key context", entry));
    }
    return details;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemCheckpoint that
        && id.equals(that.id)
        && header.equals(that.header)
        && rows.equals(that.rows)
        && body.equals(that.body);
  }

  @Override
  public int hashCode() {
    return (id.hashCode() * 31 + header.hashCode()) * 31 + rows.hashCode();
  }

  @Override
  public String toString() {
    return id + " " + header + " " + rows + " " + body;
  }
}
