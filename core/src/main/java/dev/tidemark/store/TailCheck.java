package dev.tidemark.store;

import dev.tidemark.checkpoint.Diagnostic;
import java.util.List;

/// Result of verifying the newest part of a run's journal.
///
/// @param entries how many entries there are
/// @param checked the number of the newest entries verified: each whole, and chained to the one
///   before
/// @param problems the problems
public record TailCheck(long entries, int checked, List<Diagnostic> problems) {
  /// Takes its own copy of the problems.
  public TailCheck {
    problems = List.copyOf(problems);
  }
}
