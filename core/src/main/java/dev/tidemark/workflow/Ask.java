package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Head;

/// One thing the rules want to know of the world before they answer.
///
/// The engine fetches exactly what is asked, once per attempt, and nothing else: a fact nobody
/// needs costs nothing.
///
/// @param <T> what the answer is made of
public sealed interface Ask<T> {

  /// What git has checked out in the project root.
  enum HeadNow implements Ask<Head> {
    /// The only way to ask it.
    HEAD
  }

  /// Whether git ignores a path.
  ///
  /// @param path from the project root
  record Ignored(String path) implements Ask<IgnoreStatus> {}

  /// Whether a file or folder exists.
  ///
  /// @param path from the project root
  record Exists(String path) implements Ask<Boolean> {}
}
