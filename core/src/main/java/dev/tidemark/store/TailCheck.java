package dev.tidemark.store;

import dev.tidemark.checkpoint.Diagnostic;
import java.util.List;

/// What came of looking at the newest part of a run's record.
///
/// @param entries how many entries there are
/// @param checked how many of the newest were looked at: each whole, and following the one before
/// @param problems what is wrong
public record TailCheck(long entries, int checked, List<Diagnostic> problems) {
  /// Takes its own copy of the problems.
  public TailCheck {
    problems = List.copyOf(problems);
  }
}
