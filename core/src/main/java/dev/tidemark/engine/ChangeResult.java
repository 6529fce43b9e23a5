package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.context.InterruptedChanges;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.RefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Result of a change: the outcome, and the document that was written (in a dry run: would be).
///
/// @param outcome the outcome of the rules, with the engine's own notices added
/// @param text the document written; absent if nothing was to be written
/// @param nextAction the next action; absent where the format defines none
/// @param failures the effects that failed; the document is written, and a repeated change makes
///   the missing effects
/// @param evidence the evidence of the run as it was recorded with the change; absent if nothing
///   was recorded
public record ChangeResult<C extends Checkpoint>(
    Outcome<C> outcome,
    @Nullable String text,
    @Nullable NextAction nextAction,
    List<Blocker> failures,
    @Nullable Evidence evidence) {
  /// An answer that recorded nothing, without a next action.
  public ChangeResult(Outcome<C> outcome, @Nullable String text, List<Blocker> undone) {
    this(outcome, text, null, undone, null);
  }

  /// Takes its own copy of what was not done.
  public ChangeResult {
    failures = List.copyOf(failures);
  }

  /// Returns that nothing was done, for one reason.
  public static <C extends Checkpoint> ChangeResult<C> refusal(Blocker blocker) {
    return new ChangeResult<>(new Refusal<C>(List.of(blocker), List.of()), null, List.of());
  }

  /// Returns the transition. Effects may have failed: [#failures] has them.
  ///
  /// @throws RefusedException if the change was refused; nothing was written
  public Transition<C> orThrow() {
    if (outcome instanceof Refusal<C> no) {
      throw RefusedException.of(no.blockers());
    }
    return (Transition<C>) outcome;
  }

  /// Returns this result with that of a preceding recovery; its failed effects count unless this
  /// change made the same again.
  ChangeResult<C> withRecovery(InterruptedChanges.Recovery recovery) {
    var result = withNotices(recovery.notices());
    return result.failures.isEmpty() && !recovery.failures().isEmpty()
        ? new ChangeResult<>(
            result.outcome, result.text, result.nextAction, recovery.failures(), result.evidence)
        : result;
  }

  /// Returns this result with further notices, if an entry was recorded.
  ChangeResult<C> withNotices(List<Notice> more) {
    if (more.isEmpty() || !(outcome instanceof Transition<C> transition)) {
      return this;
    }
    var notices = new ArrayList<>(transition.notices());
    notices.addAll(more);
    var told = transition.withNotices(notices);
    return new ChangeResult<>(told, text, nextAction, failures, evidence);
  }

  /// Idempotency check: returns the result of a repeated change, which changes nothing; null if the
  /// change was not made before.
  ///
  /// @param once the idempotency key: the event that was recorded beside the change
  static <C extends Checkpoint> @Nullable ChangeResult<C> resultOfRepeat(
      List<HistoryEntry> history, Event once, LoadedState<C> loadedState) {
    var earlier = entry(history, once);
    if (earlier == null) {
      return null;
    }
    return answer(loadedState, earlier);
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

  /// Returns that nothing was changed, because an entry records the change.
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

  /// Returns the entry in which an event happened to the run as it stands, or null. Entries before
  /// a new start, or reverted by a restore, are ignored.
  static @Nullable HistoryEntry entry(List<HistoryEntry> history, Event once) {
    long current = Long.MAX_VALUE;
    for (int i = history.size() - 1; i >= 0; i--) {
      var entry = history.get(i);
      if (entry.sequence() > current) {
        continue;
      }
      if (entry.events().contains(once)) {
        return entry;
      }
      for (var event : entry.events()) {
        if (event instanceof Event.WorkflowStarted) {
          return null;
        }
        if (event instanceof Event.Restored back) {
          current = back.sequence();
        } else if (event instanceof Event.Rewound back) {
          current = back.sequence();
        }
      }
    }
    return null;
  }
}
