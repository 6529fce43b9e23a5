package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.Blocker;
import java.util.List;

/// Validation result: a valid value, or blockers.
///
/// @param <T> the validated type
public sealed interface ContractCheck<T> {

  /// Returns the warnings of either result.
  List<Notice> notices();

  /// Valid.
  record Accepted<T>(T value, List<Notice> notices) implements ContractCheck<T> {
    /// Takes its own copy of the notices.
    public Accepted {
      notices = List.copyOf(notices);
    }
  }

  /// Invalid, without a value.
  ///
  /// @param blockers everything that is wrong, at least one
  record Rejected<T>(List<Blocker> blockers, List<Notice> notices) implements ContractCheck<T> {
    /// Takes its own copies of the lists.
    ///
    /// @throws IllegalArgumentException if nothing is wrong
    public Rejected {
      blockers = List.copyOf(blockers);
      notices = List.copyOf(notices);
      if (blockers.isEmpty()) {
        throw new IllegalArgumentException("a rejection needs a reason");
      }
    }
  }
}
