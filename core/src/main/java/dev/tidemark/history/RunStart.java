package dev.tidemark.history;

import dev.tidemark.history.Event.PlanChanged;
import dev.tidemark.history.Event.WorkflowStarted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The newest start of a run in its journal.
///
/// @param at when
/// @param event the options of the start, with the phases that the run has since its plan was
///   changed
/// @param ended whether the run was completed or abandoned since, and not reopened
public record RunStart(Instant at, WorkflowStarted event, boolean ended) {
  /// Returns the newest start among entries; empty if there is none.
  ///
  /// @param entries oldest first; those without a start or end of the run may be missing
  public static Optional<RunStart> newestOf(List<HistoryEntry> entries) {
    boolean ended = false;
    boolean reopened = false;
    @Nullable PlanChanged replanned = null;
    for (int i = entries.size() - 1; i >= 0; i--) {
      var events = entries.get(i).events();
      for (int j = events.size() - 1; j >= 0; j--) {
        var event = events.get(j);
        if (event instanceof WorkflowStarted start) {
          var known = replanned == null ? start : start.with(replanned.phases());
          return Optional.of(new RunStart(entries.get(i).at(), known, ended));
        }
        if (replanned == null && event instanceof PlanChanged changed) {
          replanned = changed;
        }
        switch (event.kind()) {
          case WORKFLOW_COMPLETED, WORKFLOW_ABANDONED -> ended |= !reopened;
          case WORKFLOW_REOPENED -> reopened = true;
          default -> {}
        }
      }
    }
    return Optional.empty();
  }
}
