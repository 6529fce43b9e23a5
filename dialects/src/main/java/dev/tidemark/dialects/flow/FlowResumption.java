package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Resumption;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.resume.Waiting;
import java.util.ArrayList;
import java.util.Optional;

/// Where a workflow goes on, as far as `phase.json` alone can tell. What is to be done there
/// depends on the files around it, so taking up a workflow asks the rules.
public final class FlowResumption implements Resumption<FlowCheckpoint> {
  private final FlowSettings settings;

  /// Takes what the project has chosen.
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
            && !checkpoint.isApproved(last);
    return waits
        ? Optional.of(new Waiting("approval of " + last, "approve " + last))
        : Optional.empty();
  }

  @Override
  public boolean changes() {
    return true;
  }
}
