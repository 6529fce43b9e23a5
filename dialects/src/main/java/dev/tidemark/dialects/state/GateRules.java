package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ForceGate;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reader of the object `gate` of a document (R-004-86, R-004-87). Other gates have no place in the
/// schema; the journal keeps them.
final class GateRules {
  private final CheckpointId id;
  private final @Nullable StateCheckpoint before;
  private final Facts facts;

  GateRules(CheckpointId id, @Nullable StateCheckpoint before, Facts facts) {
    this.id = id;
    this.before = before;
    this.facts = facts;
  }

  Outcome<StateCheckpoint> outcome(Change change) {
    if (change instanceof ForceGate force) {
      return force(force);
    }
    var set = (SetGate) change;
    if (!set.gate().equals(SetGate.SHIP)) {
      return Transition.untouched(before);
    }
    return switch (set.judgement()) {
      case VOID -> before == null ? Transition.untouched(null) : voided(before);
      case BLOCKED -> before == null ? Transition.untouched(null) : with(gate(set), before);
      case PASSED, FAILED -> with(gate(set), before);
    };
  }

  /// Returns an outcome with another blocker against shipping.
  static Outcome<StateCheckpoint> blocking(
      Outcome<StateCheckpoint> outcome, String reason, Facts facts) {
    if (!(outcome instanceof Transition<StateCheckpoint> transition)
        || transition.after() == null) {
      return outcome;
    }
    var after = transition.after();
    var text = reason.isBlank() ? "pre-flight failed" : "pre-flight failed: " + reason;
    var gate = gate(after, new SetGate(SetGate.SHIP, Judgement.BLOCKED, List.of(text)), facts);
    var root =
        SchemaFields.insert(after.root(), SchemaFields.GATE, gate, SchemaFields.DOCUMENT_ORDER);
    return new Transition<>(
        new StateCheckpoint(after.id(), root),
        transition.events(),
        transition.notices(),
        transition.formatLines(),
        transition.effects(),
        transition.fate());
  }

  private Outcome<StateCheckpoint> voided(StateCheckpoint there) {
    return there.root().has(SchemaFields.GATE)
        ? Outcome.transition(
            new StateCheckpoint(
                id, DocumentHeader.withSaveTime(there.root().without(SchemaFields.GATE), facts)),
            List.of())
        : Transition.untouched(there);
  }

  private Outcome<StateCheckpoint> with(JsonObject gate, @Nullable StateCheckpoint there) {
    if (there != null) {
      var root =
          SchemaFields.insert(there.root(), SchemaFields.GATE, gate, SchemaFields.DOCUMENT_ORDER);
      return Outcome.transition(
          new StateCheckpoint(id, DocumentHeader.withSaveTime(root, facts)), List.of());
    }
    // A review without a run of its own ends with its verdict.
    var blank = DocumentHeader.blank(id, id.workflow(), id.item(), List.of());
    var root =
        SchemaFields.insert(blank.root(), SchemaFields.GATE, gate, SchemaFields.DOCUMENT_ORDER);
    root = DocumentHeader.stampedNew(root, facts);
    var now = DocumentHeader.timestamp(facts);
    root = SchemaFields.insert(root, SchemaFields.COMPLETED_AT, now, SchemaFields.DOCUMENT_ORDER);
    var events =
        List.<Event>of(new Event.WorkflowStarted(List.of()), new Event.WorkflowCompleted());
    return Outcome.transition(new StateCheckpoint(id, root), events);
  }

  private JsonObject gate(SetGate set) {
    return gate(before, set, facts);
  }

  private static JsonObject gate(@Nullable StateCheckpoint before, SetGate set, Facts facts) {
    var commit = facts.get(FactQuery.HEAD).orElse(Head.NONE).commit();
    var blockers = new ArrayList<String>();
    if (set.judgement() == Judgement.BLOCKED && before != null) {
      var gate = before.root().object(SchemaFields.GATE);
      if (gate != null
          && (commit == null || commit.equals(gate.string(SchemaFields.HEAD_COMMIT)))) {
        blockers.addAll(gate.strings(SchemaFields.BLOCKERS));
      }
    }
    for (var blocker : set.blockers()) {
      if (!blockers.contains(blocker)) {
        blockers.add(blocker);
      }
    }
    return JsonObject.builder()
        .add(SchemaFields.SHIP_ALLOWED, set.judgement() == Judgement.PASSED)
        .add(SchemaFields.BLOCKERS, blockers)
        .addIfPresent(SchemaFields.HEAD_COMMIT, commit)
        .build();
  }

  /// A field beside the gate, never in it: the verdict is unchanged.
  private Outcome<StateCheckpoint> force(ForceGate force) {
    if (before == null) {
      return Transition.untouched(null);
    }
    var override =
        JsonObject.builder()
            .add("forced", JsonBoolean.of(true))
            .add("at", DocumentHeader.timestamp(facts))
            .add("reason", JsonString.of(force.reason()))
            .build();
    var root = before.root().with(SchemaFields.GATE_OVERRIDE, override);
    return Outcome.transition(
        new StateCheckpoint(id, DocumentHeader.withSaveTime(root, facts)), List.of());
  }
}
