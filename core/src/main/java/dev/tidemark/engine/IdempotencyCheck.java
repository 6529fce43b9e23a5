package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Idempotency check: detects a change that was already made.
final class IdempotencyCheck {
  private IdempotencyCheck() {}

  /// Returns the entry in which an event happened to the run as it stands, or null. Entries before
  /// a new start, or reverted by a restore, are ignored.
  static @Nullable HistoryEntry entry(List<HistoryEntry> history, Event once) {
    long standing = Long.MAX_VALUE;
    for (int i = history.size() - 1; i >= 0; i--) {
      var entry = history.get(i);
      if (entry.sequence() > standing) {
        continue;
      }
      if (entry.events().contains(once)) {
        return entry;
      }
      for (var event : entry.events()) {
        if (event.kind() == Event.Kind.WORKFLOW_STARTED) {
          return null;
        }
        if (event instanceof Event.Restored back) {
          standing = back.sequence();
        } else if (event instanceof Event.Rewound back) {
          standing = back.sequence();
        }
      }
    }
    return null;
  }

  /// Returns the first entry of a process since a time, after an entry; null if there is none.
  static @Nullable HistoryEntry repeated(
      List<HistoryEntry> history, Actor actor, Instant since, long after) {
    for (var entry : history) {
      var by = entry.by();
      boolean same = by.process() == actor.process() && Objects.equals(by.host(), actor.host());
      if (same && entry.sequence() > after && !entry.at().isBefore(since)) {
        return entry;
      }
    }
    return null;
  }

  /// Returns that nothing was changed, and why.
  static <C extends Checkpoint> ChangeResult<C> answer(
      LoadedState<C> loadedState, HistoryEntry earlier) {
    var notices = new ArrayList<>(loadedState.notices());
    notices.add(
        new Notice(
            "already-applied",
            "this was applied already, as entry "
                + earlier.sequence()
                + " of the history; nothing was changed"));
    var same =
        new Transition<>(
            loadedState.checkpoint(), List.of(), notices, List.of(), List.of(), Fate.UNTOUCHED);
    return new ChangeResult<>(same, null, List.of());
  }
}
