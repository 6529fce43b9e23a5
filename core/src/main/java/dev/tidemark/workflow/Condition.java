package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.history.Proof;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Condition of a [Gate]. Pure; every fact it needs is asked for beforehand.
public sealed interface Condition
    permits ApprovedByPerson,
        ArtifactExists,
        CleanTree,
        CommandSucceeded,
        HeadUnchanged,
        IssueRecorded,
        PhasesDone,
        PreviewAllowed,
        ReportPassed,
        Reviewed,
        ShipAllowed {

  /// Returns the requirement, in a few words for people.
  String text();

  /// Returns the facts that the condition needs, as far as they are determined by now. Asked again
  /// until nothing new comes.
  List<FactQuery<?>> asks(GateContext gateContext);

  /// Returns why the condition does not hold, each reason with the step that would mend it; nothing
  /// if it holds. An unknown fact fails the condition.
  List<Blocker> blockers(GateContext gateContext);

  /// Returns whether the configuration of the project can make the condition hold without more. A
  /// run may omit the phase of such a gate: its end evaluates the gate.
  default boolean isOptional() {
    return false;
  }

  /// Returns warnings that do not fail the condition.
  default List<Notice> notices(GateContext gateContext) {
    return List.of();
  }

  /// Returns the last recorded claim that the condition depends on; null if there is none, or if it
  /// depends on no record.
  default @Nullable Proof proof(GateContext gateContext) {
    return null;
  }

  /// Returns the files, from the project root, whose content decides the condition: an author who
  /// edits them would approve their own work.
  ///
  /// @param gateContext of which only the run and the phase are needed
  default List<String> inputs(GateContext gateContext) {
    return List.of();
  }
}
