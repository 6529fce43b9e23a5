package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of a dialect: which changes to a checkpoint are allowed. Pure: same question, same answer.
public interface Rules<C extends Checkpoint> {
  /// Returns the facts that the rules need to judge a change.
  ///
  /// @param checkpoint the run as it stands; absent if it has no document yet
  List<FactQuery<?>> asks(@Nullable C checkpoint, Change change);

  /// Returns the further facts that the rules need, given the known ones. Called repeatedly until
  /// no new fact is requested; rules whose queries depend on answers override this.
  ///
  /// @param known the facts collected so far
  default List<FactQuery<?>> asks(@Nullable C checkpoint, Change change, Facts known) {
    return asks(checkpoint, change);
  }

  /// Returns the facts that the rules need for a run without a document. The engine calls this; by
  /// default the name makes no difference.
  ///
  /// @param id which run is meant, its names canonical
  default List<FactQuery<?>> asks(
      CheckpointId id, @Nullable C checkpoint, Change change, Facts known) {
    return asks(checkpoint, change, known);
  }

  /// Returns the words of [Details][dev.tidemark.workflow.policy.DialectOptions] that mean
  /// something here; the engine refuses all others.
  default Set<String> options() {
    return Set.of();
  }

  /// Returns the options of a start that bring a missing document back in a way of the format.
  default Set<String> recoveries() {
    return Set.of();
  }

  /// Returns whether phases have numbers of their own here. Then the rules get a number given for a
  /// phase as its name; elsewhere it means the n-th phase.
  default boolean numbersPhases() {
    return false;
  }

  /// Returns whether phases can be skipped and, once they are done, begun again here; messages
  /// suggest it only then.
  default boolean reordersPhases() {
    return true;
  }

  /// Returns whether documents have a field for the result of a task step. The journal keeps the
  /// others, without asking the rules.
  default boolean storesTask(Change.TaskStep step) {
    return false;
  }

  /// Returns the gates that the format has beside those that a definition gives to phases, one line
  /// each; by default none.
  default List<String> builtInGates() {
    return List.of();
  }

  /// Returns a run with phases that its workflow has got since it was started, pending at their
  /// place in the definition; by default as it is: a document without a list of phases has those of
  /// the definition.
  ///
  /// @param added the phases to add, in the order of the definition
  default C joined(C checkpoint, WorkflowDefinition definition, List<PhaseName> added) {
    return checkpoint;
  }

  /// Returns the next action after an allowed change; empty where the format defines none.
  ///
  /// @param facts the facts of the decision
  default Optional<NextAction> nextAction(@Nullable C checkpoint, Change change, Facts facts) {
    return Optional.empty();
  }

  /// Returns the phase and workflow that a word refers to; by default the phase of that name in the
  /// run's own workflow.
  ///
  /// @param checkpoint the run as it stands; absent if it has no document yet
  default PhaseKey phaseKey(CheckpointId id, @Nullable C checkpoint, PhaseName word) {
    return new PhaseKey(id.workflow(), word);
  }

  /// Returns the files that an approval of a phase covers, where the rules determine them better
  /// than the document and the workflow definition; by default none.
  ///
  /// @param facts the facts of the decision
  default List<String> outputs(PhaseName phase, Facts facts) {
    return List.of();
  }

  /// Returns the evidence to be recorded beside an allowed change, independent of the workflow's
  /// gates.
  ///
  /// @param before the run as it stood; absent if it had no document
  /// @param facts the facts of the decision
  default List<Claim> evidence(@Nullable C before, Change change, Transition<C> made, Facts facts) {
    return List.of();
  }

  /// Returns the effect that an interrupted change left to be made; null if these rules would not
  /// ask for it. The intent comes from a file, so its paths are validated.
  default @Nullable Effect interruptedEffect(CheckpointId id, PendingEffect pending) {
    return null;
  }

  /// Decides a change: a transition, or a refusal with all blockers.
  ///
  /// @param id which run is meant, its names canonical
  /// @param checkpoint the run as it stands; absent if it has no document yet
  Outcome<C> decide(CheckpointId id, @Nullable C checkpoint, Change change, Facts facts);
}
