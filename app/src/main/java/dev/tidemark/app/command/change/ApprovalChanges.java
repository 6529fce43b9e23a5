package dev.tidemark.app.command.change;

import dev.tidemark.app.view.ApprovalView;
import dev.tidemark.app.view.history.EditView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.Proof;
import dev.tidemark.library.Project;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The changes that a person must know of before they approve a phase: edits of the checkpoint file
/// past the journal, files that are no longer what the phase reported, and an earlier approval that
/// no longer holds.
final class ApprovalChanges {
  /// The newest edits only: an approval depends on the current state.
  private static final int EDITS_MAX = 3;

  private ApprovalChanges() {}

  /// Returns one sentence for each change.
  static <C extends Checkpoint> List<String> of(
      Project project, Dialect<C> dialect, CheckpointId id, ApprovalView shown) {
    var changes = new ArrayList<String>();
    var found = project.runs().inspect(dialect, id).document();
    var earlier = found.evidence().proof(Claim.Approval.WORD, shown.name().value());
    if (earlier != null) {
      changes.add("approved by " + who(earlier) + ", and not the same any more");
    }
    var past = project.history().history(id);
    var externalEdits = new ExternalEdits(project.history());
    var recorded = externalEdits.of(dialect, id, past);
    var told = new ArrayList<String>();
    for (var entry : past) {
      var externalEdit = recorded.get(entry.sequence());
      if (externalEdit != null && isAfter(entry, earlier == null ? null : earlier.at())) {
        told.add(
            "edited outside Tidemark before "
                + at(entry.at())
                + ": "
                + EditView.text(externalEdit));
      }
    }
    externalEdits
        .pending(dialect, id, found)
        .ifPresent(
            externalEdit -> told.add("edited outside Tidemark: " + EditView.text(externalEdit)));
    changes.addAll(told.subList(Math.max(0, told.size() - EDITS_MAX), told.size()));
    for (var path : shown.files()) {
      var was = reported(found.evidence().files(), path);
      var is = project.fingerprint(path).orElse(Optional.empty()).orElse(null);
      if (was != null && (is == null || !Objects.equals(was.digest(), is.digest()))) {
        changes.add(path + " has changed since the phase was done");
      }
    }
    return changes;
  }

  private static boolean isAfter(HistoryEntry entry, @Nullable Instant time) {
    return entry.sequence() > 1 && (time == null || entry.at().isAfter(time));
  }

  private static String who(Proof earlier) {
    return earlier.by() + " at " + at(earlier.at());
  }

  private static String at(Instant time) {
    return Timestamps.seconds(time);
  }

  private static @Nullable Fingerprint reported(List<Fingerprint> files, String path) {
    for (var file : files) {
      if (file.path().equals(path) && file.origin() == null) {
        return file;
      }
    }
    return null;
  }
}
