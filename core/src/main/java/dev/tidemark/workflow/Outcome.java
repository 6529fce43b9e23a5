package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import java.util.List;

/// The answer to a [Change].
public sealed interface Outcome<C extends Checkpoint> {

  /// Returns what is worth telling either way.
  List<Notice> notices();

  /// Yes: the checkpoint as it is afterwards, and what happened on the way.
  ///
  /// @param after the checkpoint with the change made
  /// @param events what happened, in order; empty if the change changes nothing
  /// @param notices what is worth telling
  record Transition<C extends Checkpoint>(C after, List<Event> events, List<Notice> notices)
      implements Outcome<C> {
    /// Takes its own copies of the lists.
    public Transition {
      events = List.copyOf(events);
      notices = List.copyOf(notices);
    }
  }

  /// No: everything that stands in the way, so that it can be cleared in one go.
  ///
  /// @param blockers at least one
  /// @param notices what is worth telling besides
  record Refusal<C extends Checkpoint>(List<Blocker> blockers, List<Notice> notices)
      implements Outcome<C> {
    /// Takes its own copies of the lists.
    ///
    /// @throws IllegalArgumentException if nothing stands in the way
    public Refusal {
      blockers = List.copyOf(blockers);
      notices = List.copyOf(notices);
      if (blockers.isEmpty()) {
        throw new IllegalArgumentException("a refusal needs a reason");
      }
    }
  }

  /// Returns a transition without notices.
  static <C extends Checkpoint> Outcome<C> yes(C after, List<Event> events) {
    return new Transition<>(after, events, List.of());
  }

  /// Returns a refusal for a single reason.
  static <C extends Checkpoint> Outcome<C> no(String code, String reason, String hint) {
    return new Refusal<>(List.of(Blocker.refused(code, reason, hint)), List.of());
  }
}
