package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Revision;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;

/// Save history: the entries of a history that are saves of the document, their order, and why a
/// state of one is unavailable.
record SaveHistory(List<HistoryEntry> entries) {
  /// Returns the sequence of the newest entry; 0 if nothing is recorded.
  long newest() {
    return entries.isEmpty() ? 0 : entries.getLast().sequence();
  }

  /// Returns the revision after an entry; [Revision#NONE] before the first.
  Revision revision(long sequence) {
    return sequence == 0 ? Revision.NONE : new Revision(entry(sequence).revision());
  }

  /// Returns an entry that there is.
  HistoryEntry entry(long sequence) {
    return entries.get(Math.toIntExact(sequence - 1));
  }

  /// Returns whether there is such an entry, or it is the state before the first.
  boolean hasState(long sequence) {
    return sequence >= 0 && sequence <= newest();
  }

  /// Returns the save before the one that made the document of an entry; 0 if there is none.
  long before(long sequence) {
    return savedBy(savedBy(sequence) - 1);
  }

  /// Returns the newest save up to an entry; 0 if there is none. Entries that only note something
  /// are none.
  private long savedBy(long sequence) {
    for (long at = sequence; at > 0; at--) {
      if (isSave(at)) {
        return at;
      }
    }
    return 0;
  }

  private boolean isSave(long sequence) {
    if (!revision(sequence).equals(revision(sequence - 1))) {
      return true;
    }
    for (var event : entry(sequence).events()) {
      if (event instanceof Event.DocumentSaved) {
        return true;
      }
    }
    return false;
  }

  /// Returns the entry that an undo restores: the save before the last one that was not itself
  /// undone; 0 if there is none. A restored state counts as the entry that it was restored to, so
  /// that repeated undo goes further back.
  ///
  /// @param edited whether the document was changed since the newest entry
  long undone(boolean edited) {
    long at = newest();
    if (edited) {
      return at;
    }
    long saved = savedBy(at);
    for (long restored = restored(saved); restored > 0 && restored < saved; ) {
      saved = savedBy(restored);
      restored = restored(saved);
    }
    var now = revision(newest());
    long target = saved == 0 ? 0 : savedBy(saved - 1);
    while (target > 0 && revision(target).equals(now)) {
      target = savedBy(target - 1);
    }
    return target;
  }

  private long restored(long sequence) {
    if (sequence > 0) {
      for (var event : entry(sequence).events()) {
        if (event instanceof Event.Restored restored) {
          return restored.sequence();
        }
      }
    }
    return 0;
  }

  /// Returns the problem that there is no such entry.
  ProblemView noEntry(CheckpointId id, long entry) {
    return entries.isEmpty()
        ? missing(id, "nothing is recorded of " + id)
        : missing(
            id, "the history of " + id + " has no entry " + entry + ", the newest is " + newest());
  }

  /// Returns the problem that there is no state of such an entry, or not any more. If the history
  /// records the redaction, its actor is named.
  ProblemView noState(CheckpointId id, long entry) {
    var words = "the history of " + id + " holds no state at entry " + entry;
    return missing(id, words + taken(entry));
  }

  /// A redaction that was stopped is done again: the last one has taken the state out.
  private String taken(long entry) {
    for (var later : entries.reversed()) {
      for (var event : later.events()) {
        if (event instanceof Event.Redacted redacted && redacted.states().contains(entry)) {
          return ": `redact` took it out at entry " + later.sequence() + " (" + later.by() + ")";
        }
      }
    }
    return "";
  }

  /// Returns the problem that there is no document, or none that can be read.
  static ProblemView noDocument(Run run) {
    var words = run.id() + " has no readable document";
    return missing(run.id(), run.problem() == null ? words : words + ": " + run.problem());
  }

  private static ProblemView missing(CheckpointId id, String words) {
    return new ProblemView(
        ExitCode.REFUSED.code(),
        "no-state",
        words,
        "See which entries there are: " + CommandLines.of("history", id));
  }
}
