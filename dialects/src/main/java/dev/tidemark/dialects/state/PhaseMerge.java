package dev.tidemark.dialects.state;

import static dev.tidemark.dialects.state.format.DocumentHeader.isMissing;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.NameLists;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Facts;
import org.jspecify.annotations.Nullable;

/// Merges data into a phase, and updates the dependent fields of the document. It judges nothing.
final class PhaseMerge {
  private final StateCheckpoint before;
  private final PhaseUpdate phaseUpdate;
  private final Facts facts;
  private final String name;
  private final @Nullable JsonObject known;

  /// Whether it was created by this change, so that the order of its fields is free.
  private final boolean created;

  private final @Nullable PhaseStatus status;

  PhaseMerge(StateCheckpoint before, boolean created, PhaseUpdate phaseUpdate, Facts facts) {
    this.before = before;
    this.created = created;
    this.phaseUpdate = phaseUpdate;
    this.facts = facts;
    this.name = phaseUpdate.merge().phase().value();
    this.known = before.entries().object(name);
    this.status = status();
  }

  /// Returns the new status of the phase; null if it is unchanged.
  private @Nullable PhaseStatus status() {
    var word = phaseUpdate.merge().data().string(SchemaFields.STATUS);
    if (word != null) {
      return PhaseStatus.parse(word);
    }
    if (known != null) {
      return null;
    }
    // Without an entry the lists may have another status than "pending".
    if (name.equals(before.currentName())) {
      return PhaseStatus.IN_PROGRESS;
    }
    return before.completed().contains(name) ? PhaseStatus.COMPLETE : PhaseStatus.PENDING;
  }

  /// Returns the status that the phase had; null if it had none.
  @Nullable PhaseStatus statusBefore() {
    var word = known == null ? null : known.string(SchemaFields.STATUS);
    return PhaseStatus.parse(word);
  }

  /// Returns the new status of the phase; null if it is unchanged.
  @Nullable PhaseStatus statusAfter() {
    return status;
  }

  /// Returns whether a finished run is open again afterwards (R-004-37).
  boolean reopens() {
    return before.finished()
        && (status == PhaseStatus.IN_PROGRESS || status == PhaseStatus.PENDING);
  }

  /// Returns the checkpoint afterwards.
  StateCheckpoint after() {
    var root = before.root();
    if (reopens()) {
      root = root.without(SchemaFields.COMPLETED_AT);
    }
    root = DocumentHeader.named(root, before.id(), phaseUpdate.merge().item());
    root = root.with(SchemaFields.STATE, stateAfter());
    root = root.with(SchemaFields.PHASES, entriesInPlanOrder().with(name, entryAfter()));
    root =
        created ? DocumentHeader.stampedNew(root, facts) : DocumentHeader.withSaveTime(root, facts);
    return new StateCheckpoint(before.id(), root);
  }

  /// The order of the entries is that of the phases, and a phase leaves the list of pending ones
  /// when it ends. So that a phase out of turn keeps its place, those before it get entries first.
  private JsonObject entriesInPlanOrder() {
    var entries = before.entries();
    if (!phaseUpdate.verb() || known != null) {
      return entries;
    }
    var pending = JsonObject.EMPTY.with(SchemaFields.STATUS, PhaseStatus.PENDING.word());
    for (var earlier : before.pending()) {
      if (earlier.equals(name)) {
        return entries;
      }
      entries =
          entries.has(earlier) || earlier.isBlank() ? entries : entries.with(earlier, pending);
    }
    // A phase that the plan does not have comes last.
    return before.entries();
  }

  private JsonObject stateAfter() {
    var lists = NameLists.of(before.state());
    var run = phaseUpdate.merge().run();
    if (run.has(SchemaFields.PENDING_PHASES)) {
      var ahead = run.array(SchemaFields.PENDING_PHASES);
      lists = lists.withAhead(ahead == null ? JsonArray.EMPTY : ahead);
    }
    if (status != null) {
      lists = lists.after(name, status);
    }
    var state = lists.writeInto(before.state());
    if (run.find(SchemaFields.CURRENT_TASK) instanceof JsonString task) {
      return state.with(SchemaFields.CURRENT_TASK, task);
    }
    boolean gone = run.has(SchemaFields.CURRENT_TASK) || losesTask();
    return gone ? state.without(SchemaFields.CURRENT_TASK) : state;
  }

  /// Returns whether the recorded task is over (R-004-35).
  private boolean losesTask() {
    var current = before.currentName();
    // The task of a phase that failed is kept for its next attempt, when nothing is current.
    boolean own = name.equals(current == null ? lastFailed() : current);
    return own
        ? status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED
        : status == PhaseStatus.IN_PROGRESS;
  }

  /// Returns the phase that failed last, by the times of the entries; null if none did.
  private @Nullable String lastFailed() {
    String last = null;
    var newest = "";
    for (var member : before.entries().members()) {
      if (member.value() instanceof JsonObject entry
          && PhaseStatus.FAILED.word().equals(entry.string(SchemaFields.STATUS))) {
        var updated = entry.string(SchemaFields.UPDATED_AT);
        var at = updated == null ? "" : updated;
        if (last == null || at.compareTo(newest) >= 0) {
          last = member.key();
          newest = at;
        }
      }
    }
    return last;
  }

  private JsonObject entryAfter() {
    var data = phaseUpdate.merge().data();
    var entry = DocumentHeader.overlaid(known == null ? JsonObject.EMPTY : known, data);
    if (status != null) {
      entry = put(entry, SchemaFields.STATUS, status.word());
      boolean begun = status != PhaseStatus.PENDING && status != PhaseStatus.SKIPPED;
      if (begun && isMissing(entry, SchemaFields.STARTED_AT)) {
        entry = put(entry, SchemaFields.STARTED_AT, DocumentHeader.timestamp(facts).value());
      }
      boolean well = status == PhaseStatus.IN_PROGRESS || status == PhaseStatus.COMPLETE;
      if (well && isMissing(data, SchemaFields.ERROR)) {
        entry = entry.without(SchemaFields.ERROR);
      }
    }
    return put(entry, SchemaFields.UPDATED_AT, DocumentHeader.timestamp(facts).value());
  }

  /// New fields of an existing entry stand at its end, those of a new one where they belong.
  private JsonObject put(JsonObject entry, String key, String value) {
    return known == null
        ? SchemaFields.insert(entry, key, JsonString.of(value), SchemaFields.PHASE_ORDER)
        : entry.with(key, value);
  }
}
