package dev.tidemark.store;

import java.util.List;

/// Result of verifying the newest part of a run's journal.
///
/// @param entries how many entries there are
/// @param checked how many of the newest were looked at: each whole, and following the one before
/// @param problems what is wrong, one sentence each
public record TailCheck(long entries, int checked, List<String> problems) {
  /// Takes its own copy of the problems.
  public TailCheck {
    problems = List.copyOf(problems);
  }
}
