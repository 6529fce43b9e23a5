package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Resumption;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.ResumePoint;
import java.util.ArrayList;
import java.util.List;

/// Where work on a command goes on: at the first phase that is not done (R-001-11).
public final class ItemResumption implements Resumption<ItemCheckpoint> {
  /// Makes it; it has no options.
  public ItemResumption() {}

  @Override
  public ResumePoint from(ItemCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        done.add(phase);
      }
    }
    var first = Rows.firstOpen(checkpoint.rows());
    var state = checkpoint.body().state();
    return new ResumePoint(
        checkpoint.current().orElse(null),
        state.isEmpty() ? null : state,
        first == null ? null : first.phase(),
        done,
        false);
  }

  /// The four lines that the protocol fixes, what is left to do of the phase under way, and the
  /// files to read again.
  @Override
  public Handover handover(ItemCheckpoint checkpoint, String path) {
    var said = ResumeLines.head(checkpoint, path);
    for (var task : checkpoint.body().tasks()) {
      if (!task.done()) {
        said.add("Still to do: " + task.text());
      }
    }
    return new Handover(said, ResumeLines.files(checkpoint), List.of());
  }
}
