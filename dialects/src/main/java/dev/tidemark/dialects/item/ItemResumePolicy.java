package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import java.util.ArrayList;
import java.util.List;

/// Resume policy of a command: the first phase that is not done (R-001-11).
public final class ItemResumePolicy implements ResumePolicy<ItemCheckpoint> {
  private final ItemWorkflows workflows;

  /// Takes the known commands; the phases of some are in plans, which are not read.
  ItemResumePolicy(ItemWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public ResumePoint resumePoint(ItemCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        done.add(phase);
      }
    }
    var first = PhaseRows.firstOpen(PhaseRows.defined(checkpoint.rows(), defined(checkpoint)));
    var state = checkpoint.body().state();
    return new ResumePoint(
        checkpoint.current().orElse(null),
        state.isEmpty() ? null : state,
        first == null ? null : first.phase(),
        done,
        false);
  }

  private List<PhaseRow> defined(ItemCheckpoint checkpoint) {
    return workflows.rows(checkpoint.id().workflow());
  }

  /// The four lines that the format fixes, the remaining work of the phase in progress, and the
  /// files to read again.
  @Override
  public ProtocolHandover handover(ItemCheckpoint checkpoint, String path) {
    var said = ResumeLines.head(checkpoint, defined(checkpoint), path);
    for (var task : checkpoint.body().tasks()) {
      if (!task.done()) {
        said.add("Still to do: " + task.text());
      }
    }
    return new ProtocolHandover(said, ResumeLines.files(checkpoint), List.of());
  }
}
