package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;

/// Explains why a recorded state is unavailable.
final class MissingState {
  private MissingState() {}

  /// There is no such entry.
  ///
  /// @param newest the sequence of the newest entry; 0 if nothing is recorded
  static ProblemView entry(CheckpointId id, long entry, long newest) {
    return newest == 0
        ? of(id, "nothing is recorded of " + id)
        : of(id, "the history of " + id + " has no entry " + entry + ", the newest is " + newest);
  }

  /// There is such an entry, and no state that was recorded with it, or not any more. If the
  /// history records the redaction, its actor is named.
  static ProblemView at(CheckpointId id, long entry, SaveHistory saveHistory) {
    var words = "the history of " + id + " holds no state at entry " + entry;
    return of(id, words + taken(entry, saveHistory.entries()));
  }

  /// A redaction that was stopped is done again: the last one has taken the state out.
  private static String taken(long entry, List<HistoryEntry> entries) {
    for (var later : entries.reversed()) {
      for (var event : later.events()) {
        if (event instanceof Event.Redacted redacted && redacted.states().contains(entry)) {
          return ": `redact` took it out at entry " + later.sequence() + " (" + later.by() + ")";
        }
      }
    }
    return "";
  }

  /// There is nothing now, or nothing that can be read.
  static ProblemView now(Run run) {
    var words = run.id() + " has no readable document";
    return of(run.id(), run.problem() == null ? words : words + ": " + run.problem());
  }

  private static ProblemView of(CheckpointId id, String words) {
    return new ProblemView(
        ExitCode.REFUSED.code(),
        "no-state",
        words,
        "See which entries there are: " + CommandLines.of("history", id));
  }
}
