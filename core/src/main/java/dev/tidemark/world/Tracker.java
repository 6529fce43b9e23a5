package dev.tidemark.world;

import dev.tidemark.workflow.Fact;
import java.util.List;

/// A service that keeps issues. Every call is bounded in time, and what it could not do is unknown,
/// with a reason that repeats no key.
public interface Tracker {
  /// How far an issue has come.
  enum Progress {
    /// Somebody works on it.
    STARTED,
    /// It is done.
    COMPLETED
  }

  /// Makes an issue, or finds the one that was made of this draft before.
  Fact<Issue> create(IssueDraft draft);

  /// Says how far an issue has come. One that has come further is left alone.
  ///
  /// @return whether that changed anything
  Fact<Boolean> move(String issue, Progress to);

  /// Adds a comment to an issue, or does nothing where it was added before.
  ///
  /// @param key names the comment, so that adding it twice adds it once: a UUID of version 4
  /// @return whether it was added just now
  Fact<Boolean> comment(String issue, String text, String key);

  /// Returns the names of the teams that issues can be made for.
  Fact<List<String>> teams();
}
