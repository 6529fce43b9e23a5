package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Resume policy of a workflow, as far as `phase.json` alone decides it. The next action depends on
/// other files, so resuming a workflow asks the rules.
public final class FlowResumePolicy implements ResumePolicy<FlowCheckpoint> {
  private final FlowSettings settings;

  /// Takes the project's settings.
  public FlowResumePolicy(FlowSettings settings) {
    this.settings = settings;
  }

  @Override
  public ResumePoint resumePoint(FlowCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        done.add(phase);
      }
    }
    boolean finished = checkpoint.finished();
    var flowPhase = checkpoint.flowPhase();
    return new ResumePoint(
        checkpoint.current().orElse(null),
        null,
        flowPhase == null || finished ? null : flowPhase.phase(),
        done,
        finished);
  }

  /// The lines of R-003-16; and whether a write was interrupted.
  @Override
  public ProtocolHandover handover(FlowCheckpoint checkpoint, String path) {
    var flowPhase = checkpoint.flowPhase();
    var last = checkpoint.root().string(FlowKeys.LAST_UPDATED);
    var formatLines =
        List.of(
            "Resuming workflow "
                + checkpoint.workflow()
                + " from "
                + (flowPhase == null ? "unknown" : flowPhase)
                + " phase",
            "Last activity: " + (last == null ? "unknown" : last),
            "Completed: " + checkpoint.completedNames());
    var unsafe =
        new ResumeWarning(
            ResumeWarning.Kind.ASK,
            "unsafe-interruption",
            path + " records an interrupted write",
            path + ", " + FlowKeys.INTERRUPTION_SAFE,
            CommandLines.of("resume", checkpoint.id()) + " asks whether to continue",
            null);
    return new ProtocolHandover(
        formatLines, List.of(), checkpoint.isSafe() ? List.of() : List.of(unsafe));
  }

  /// A phase may wait for the user's approval before the next begins, or goes on.
  @Override
  public Optional<PendingHumanAction> pendingAction(FlowCheckpoint checkpoint, Evidence evidence) {
    if (checkpoint.finished()) {
      return Optional.empty();
    }
    var awaited =
        settings.awaited(
            checkpoint.flowPhase(),
            checkpoint,
            evidence.isEmpty() ? null : evidence,
            flowPhase -> isApproved(flowPhase, checkpoint, evidence));
    if (awaited == null) {
      return Optional.empty();
    }
    var next = awaited.next();
    return Optional.of(
        new PendingHumanAction(
            ApprovedByPerson.awaited(awaited.phase(), evidence),
            "approve " + awaited,
            next == null ? null : next.phase()));
  }

  /// Whether the output is unchanged since its approval is not checked here.
  private static boolean isApproved(
      FlowPhase flowPhase, FlowCheckpoint checkpoint, Evidence evidence) {
    return evidence.isEmpty()
        ? checkpoint.isApproved(flowPhase)
        : evidence.proof(Claim.Approval.WORD, flowPhase.phase().value()) != null;
  }

  @Override
  public boolean changesRun() {
    return true;
  }
}
