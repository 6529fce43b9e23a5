package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Resumption;
import dev.tidemark.resume.ResumePoint;
import java.util.ArrayList;

/// Where a workflow goes on, as far as `phase.json` alone can tell. What is to be done there
/// depends on the files around it, so taking up a workflow asks the rules.
public final class FlowResumption implements Resumption<FlowCheckpoint> {
  /// Makes it; it has no options.
  public FlowResumption() {}

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

  @Override
  public boolean changes() {
    return true;
  }
}
