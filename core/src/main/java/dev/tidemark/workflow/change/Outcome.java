package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Outcome of a [Change]: a transition or a refusal.
public sealed interface Outcome<C extends Checkpoint> {

  /// Returns the warnings of either outcome.
  List<Notice> notices();

  /// Returns the output lines of the format, word for word: banners and the like. The interfaces
  /// print them as a result.
  List<String> formatLines();

  /// The fate of the document.
  enum Fate {
    /// It is replaced by the new checkpoint.
    WRITTEN,
    /// It stays as it is, or absent; only the events are recorded.
    UNTOUCHED,
    /// It is removed, after that was recorded.
    REMOVED
  }

  /// Transition: an allowed change, with the new checkpoint and its events.
  ///
  /// @param after the checkpoint with the change made; absent where there is none
  /// @param events the events, in order; empty if the change changes nothing
  /// @param notices the warnings
  /// @param formatLines the output lines of the format
  /// @param effects the side effects beside the document
  /// @param fate the fate of the document
  record Transition<C extends Checkpoint>(
      @Nullable C after,
      List<Event> events,
      List<Notice> notices,
      List<String> formatLines,
      List<Effect> effects,
      Fate fate)
      implements Outcome<C> {
    /// Takes its own copies of the lists.
    ///
    /// @throws IllegalArgumentException if a document is to be written and there is nothing to
    ///   write
    public Transition {
      events = List.copyOf(events);
      notices = List.copyOf(notices);
      formatLines = List.copyOf(formatLines);
      effects = List.copyOf(effects);
      if (after == null && fate == Fate.WRITTEN) {
        throw new IllegalArgumentException("nothing to write");
      }
    }

    /// Returns this transition with more events at its end.
    public Transition<C> withMoreEvents(List<Event> more) {
      if (more.isEmpty()) {
        return this;
      }
      var all = new ArrayList<>(events);
      all.addAll(more);
      return new Transition<>(after, all, notices, formatLines, effects, fate);
    }

    /// Returns this transition with other notices.
    public Transition<C> withNotices(List<Notice> others) {
      return new Transition<>(after, events, others, formatLines, effects, fate);
    }

    /// Returns the transition that leaves the document unchanged: its events belong to the journal
    /// alone.
    public static <C extends Checkpoint> Transition<C> untouched(@Nullable C checkpoint) {
      return new Transition<>(
          checkpoint, List.of(), List.of(), List.of(), List.of(), Fate.UNTOUCHED);
    }

    /// A transition that writes a document, without output lines and effects.
    public Transition(C after, List<Event> events, List<Notice> notices) {
      this(after, events, notices, List.of(), List.of(), Fate.WRITTEN);
    }
  }

  /// Refusal: all blockers of a change, so that they can be cleared together.
  ///
  /// @param blockers at least one
  /// @param notices the warnings
  /// @param formatLines the output lines of the format
  record Refusal<C extends Checkpoint>(
      List<Blocker> blockers, List<Notice> notices, List<String> formatLines)
      implements Outcome<C> {
    /// Takes its own copies of the lists.
    ///
    /// @throws IllegalArgumentException if nothing stands in the way
    public Refusal {
      blockers = List.copyOf(blockers);
      notices = List.copyOf(notices);
      formatLines = List.copyOf(formatLines);
      if (blockers.isEmpty()) {
        throw new IllegalArgumentException("a refusal needs a reason");
      }
    }

    /// A refusal without output lines.
    public Refusal(List<Blocker> blockers, List<Notice> notices) {
      this(blockers, notices, List.of());
    }
  }

  /// Returns a transition without notices.
  static <C extends Checkpoint> Outcome<C> transition(C after, List<Event> events) {
    return new Transition<>(after, events, List.of());
  }

  /// Returns a refusal for a single reason.
  static <C extends Checkpoint> Outcome<C> refusal(String code, String reason, String hint) {
    return new Refusal<>(List.of(Blocker.refused(code, reason, hint)), List.of());
  }
}
