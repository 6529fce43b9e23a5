package dev.tidemark.store;

import java.util.List;

/// Result of verifying the newest part of a run's journal.
///
/// @param entries how many entries there are
/// @param checked the number of the newest entries verified: each whole, and chained to the one
///   before
/// @param problems the problems, one sentence each
public record TailCheck(long entries, int checked, List<String> problems) {
  /// Takes its own copy of the problems.
  public TailCheck {
    problems = List.copyOf(problems);
  }
}
