package dev.tidemark.port;

import dev.tidemark.workflow.fact.Fact;
import java.util.List;

/// Issue tracker service port. Every call has a timeout, and its failure is an unknown fact, with a
/// reason that repeats no key.
public interface Tracker {
  /// The states of an issue.
  enum Progress {
    /// In progress.
    STARTED,
    /// It is done.
    COMPLETED
  }

  /// Makes an issue, or finds the one that was made of this draft before.
  Fact<Issue> create(IssueDraft draft);

  /// Sets the state of an issue. An issue in a later state is left unchanged.
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
