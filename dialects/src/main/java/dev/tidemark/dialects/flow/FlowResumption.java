package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Resumption;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.resume.Waiting;
import dev.tidemark.workflow.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Resume policy of a workflow, as far as `phase.json` alone decides it. The next action depends on
/// other files, so resuming a workflow asks the rules.
public final class FlowResumption implements Resumption<FlowCheckpoint> {
  private final FlowSettings settings;

  /// Takes the project's settings.
  public FlowResumption(FlowSettings settings) {
    this.settings = settings;
  }

  @Override
  public ResumePoint from(FlowCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        done.add(phase);
      }
    }
    boolean finished = checkpoint.finished();
    var stage = checkpoint.stage();
    return new ResumePoint(
        checkpoint.current().orElse(null),
        null,
        stage == null || finished ? null : stage.phase(),
        done,
        finished);
  }

  /// The lines of R-003-16; and whether a write was interrupted.
  @Override
  public Handover handover(FlowCheckpoint checkpoint, String path) {
    var stage = checkpoint.stage();
    var last = checkpoint.root().string(Keys.LAST_UPDATED);
    var said =
        List.of(
            "Resuming workflow "
                + checkpoint.workflow()
                + " from "
                + (stage == null ? "unknown" : stage)
                + " phase",
            "Last activity: " + (last == null ? "unknown" : last),
            "Completed: " + checkpoint.completedNames());
    var unsafe =
        new Doubt(
            Doubt.Kind.ASK,
            "unsafe-interruption",
            path + " says that a write was interrupted",
            path + ", " + Keys.INTERRUPTION_SAFE,
            CommandLines.of("resume", checkpoint.id()) + " asks whether to go on with it",
            null);
    return new Handover(said, List.of(), checkpoint.isSafe() ? List.of() : List.of(unsafe));
  }

  /// A completed phase may wait for the user's approval, before the next begins.
  @Override
  public Optional<Waiting> waiting(FlowCheckpoint checkpoint, Evidence evidence) {
    var completed = checkpoint.completed();
    var last = completed.isEmpty() ? null : completed.getLast().stage();
    boolean waits =
        last != null
            && !checkpoint.finished()
            && checkpoint.progress() != Progress.IN_PROGRESS
            && settings.approvals().contains(last)
            && !isApproved(last, checkpoint, evidence);
    return waits
        ? Optional.of(new Waiting("approval of " + last, "approve " + last))
        : Optional.empty();
  }

  /// Whether the output is unchanged since its approval is not checked here.
  private static boolean isApproved(Stage stage, FlowCheckpoint checkpoint, Evidence evidence) {
    return evidence.equals(Evidence.NONE)
        ? checkpoint.isApproved(stage)
        : evidence.proof(Claim.Approval.WORD, stage.phase().value()) != null;
  }

  @Override
  public boolean changes() {
    return true;
  }
}
