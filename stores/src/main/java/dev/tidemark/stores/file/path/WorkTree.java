package dev.tidemark.stores.file.path;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Another work tree with runs: of the same repository, of its superproject or of a submodule.
///
/// @param kind how it is related to the work tree that asks
/// @param root the root of the project in it; of a removed one, where it was last
/// @param branch the branch that is checked out; absent if there is none, or it was removed
/// @param state its state folder
/// @param isRemoved whether it is no longer there
public record WorkTree(
    Kind kind, Path root, @Nullable String branch, StateLocation state, boolean isRemoved) {
  /// The relation of a work tree to the one that asks.
  public enum Kind {
    /// Another work tree of the same repository.
    WORK_TREE("work tree"),
    /// The work tree around a submodule.
    SUPERPROJECT("superproject"),
    /// The work tree of a submodule.
    SUBMODULE("submodule");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /// Returns the word of users for it.
    public String words() {
      return words;
    }
  }
}
