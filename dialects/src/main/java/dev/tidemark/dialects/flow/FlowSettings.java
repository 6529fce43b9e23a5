package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.history.Evidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Settings of a project for the dialect.
///
/// @param approvals the phases whose outcome needs the user's approval
/// @param ancient how old a workflow is when resuming it is in doubt
/// @param attemptsMax how often a task is tried before it has failed
public record FlowSettings(List<FlowPhase> approvals, Duration ancient, int attemptsMax) {
  /// The default settings.
  public static final FlowSettings USUAL =
      new FlowSettings(
          List.of(FlowPhase.REQUIREMENTS, FlowPhase.ARCHITECTURE), Duration.ofDays(7), 3);

  /// Takes phases by their names.
  ///
  /// @throws IllegalArgumentException if the protocol has no phase of such a name
  public static FlowSettings of(List<String> approvals, Duration ancient, int attemptsMax) {
    var flowPhases = new ArrayList<FlowPhase>();
    for (var name : approvals) {
      var flowPhase = FlowPhase.parse(name);
      if (flowPhase == null) {
        throw new IllegalArgumentException("no phase is called " + name);
      }
      flowPhases.add(flowPhase);
    }
    return new FlowSettings(flowPhases, ancient, attemptsMax);
  }

  /// Returns the phases that need approval, as the user would write them.
  public String approvalNames() {
    var names = new StringBuilder();
    for (var flowPhase : approvals) {
      names.append(names.isEmpty() ? "" : ",").append(flowPhase.name());
    }
    return names.toString();
  }

  /// Returns the first phase before another whose approval is missing, now and when its successor
  /// was begun; null if there is none. The journal decides, independent of the phases and the
  /// progress in the document; without a record of the workflow, the phase completed last counts.
  ///
  /// @param flowPhase the other phase; absent for the end of the workflow
  /// @param evidence the journal; absent if nothing is recorded of the workflow
  /// @param approved whether a phase is approved
  @Nullable FlowPhase awaited(
      @Nullable FlowPhase flowPhase,
      FlowCheckpoint checkpoint,
      @Nullable Evidence evidence,
      Predicate<FlowPhase> approved) {
    if (evidence != null) {
      for (var earlier : approvals) {
        boolean before = flowPhase == null || earlier.number() < flowPhase.number();
        if (before && !isPassed(earlier, evidence) && !approved.test(earlier)) {
          return earlier;
        }
      }
    }
    var completed = checkpoint.completed();
    var last = completed.isEmpty() ? null : completed.getLast().flowPhase();
    boolean begins = flowPhase != null && checkpoint.progress() != FlowProgress.IN_PROGRESS;
    return begins && last != null && approvals.contains(last) && !approved.test(last) ? last : null;
  }

  /// Returns whether the journal records that the next phase was begun in this run.
  private static boolean isPassed(FlowPhase flowPhase, Evidence evidence) {
    var next = flowPhase.next();
    if (next == null) {
      return false;
    }
    var begun = new Claim.GatePassed(next.phase(), false, null);
    return evidence.proof(begun.word(), begun.subject()) != null;
  }

  /// Takes its own copy of the phases.
  public FlowSettings {
    approvals = List.copyOf(approvals);
  }
}
