package dev.tidemark.workflow.fact;

import org.jspecify.annotations.Nullable;

/// Moved files: the search for files that are not under their recorded paths any more.
@FunctionalInterface
public interface MovedFiles {
  /// Finds none.
  MovedFiles NONE = (path, size, digest) -> null;

  /// Returns where a file is that was moved or renamed: the file of the work tree with the recorded
  /// content, else the one that recent commits and the index renamed it to; null if there is none.
  ///
  /// @param path from the project root
  /// @param size its recorded size in bytes; 0 if none is recorded
  /// @param digest its recorded SHA-256, in hex; absent if there is none
  @Nullable String path(String path, long size, @Nullable String digest);
}
