package dev.tidemark.world;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.IgnoreStatus;
import java.util.List;

/// What git knows of the project root (R-COM-02).
///
/// No git program, no repository, no commit and a detached HEAD are normal answers, never errors.
public interface Repository {
  /// Returns what is checked out; [Head#NONE] outside a repository.
  ///
  /// Unknown if there is a repository that cannot be read, with the reason.
  Fact<Head> head();

  /// Returns what git does with each of the paths, in the same order.
  ///
  /// @param paths from the project root; a folder ends with `/`
  /// @return unknown if git could not be asked, with the reason
  Fact<List<IgnoreStatus>> ignored(List<String> paths);
}
