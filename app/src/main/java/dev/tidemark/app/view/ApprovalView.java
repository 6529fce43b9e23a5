package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;

/// How somebody is shown what they are about to approve of.
///
/// @param yes what approving would lead to
/// @param phase the phase, as it was named
public record ApprovalView(Transition<?> yes, PhaseName phase) {
  /// Returns what names exactly what is approved; empty if the change approves of nothing.
  public String digest() {
    var claim = claim();
    return claim == null ? "" : claim.digest();
  }

  /// Returns the phase that is approved, as the document spells it.
  public PhaseName name() {
    var claim = claim();
    return claim == null ? phase : claim.phase();
  }

  /// Returns the files that the approval covers.
  public List<String> files() {
    var claim = claim();
    return claim == null ? List.of() : claim.files();
  }

  private Claim.@org.jspecify.annotations.Nullable Approval claim() {
    for (var event : yes.events()) {
      if (event instanceof Event.EvidenceRecorded it && it.claim() instanceof Claim.Approval a) {
        return a;
      }
    }
    return null;
  }

  /// Returns the run, what the phase says of itself, and the files with their content.
  ///
  /// @param files those that the approval covers
  public List<String> lines(CheckpointId id, List<ApprovedFile> files) {
    var lines = new ArrayList<String>();
    var name = name();
    lines.add(id + ": " + name + "  (" + Head.abbreviated(digest()) + ")");
    Checkpoint checkpoint = yes.after();
    if (checkpoint != null) {
      for (var known : checkpoint.phases()) {
        if (known.name().equals(name)) {
          var summary = known.summary();
          if (summary != null) {
            summary.text().lines().forEach(line -> lines.add("  | " + line));
          }
        }
      }
    }
    for (var file : files) {
      lines.addAll(file.lines());
    }
    return lines;
  }
}
