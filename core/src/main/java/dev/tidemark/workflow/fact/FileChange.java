package dev.tidemark.workflow.fact;

/// Changed file: a file of the work tree that differs from a commit.
///
/// @param path from the top of the work tree; a folder of untracked files ends with `/`
/// @param kind how it differs
/// @param added lines added; -1 where that is not known: binary and untracked files
/// @param removed lines removed; -1 likewise
/// @param committed whether the work tree equals HEAD: the change is in a commit
public record FileChange(String path, Kind kind, int added, int removed, boolean committed) {

  /// The kind of change.
  public enum Kind {
    /// Git does not track it.
    UNTRACKED("new"),
    /// It is in both, with other content, or only in the later one.
    CHANGED("changed"),
    /// It is gone.
    DELETED("deleted"),
    /// A merge left a conflict in it.
    CONFLICTED("conflict");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// Returns the stable word of this kind.
    public String word() {
      return word;
    }
  }

  /// Returns one line about the file: `changed src/a.ts +3 -1 (uncommitted)`.
  public String line() {
    var line = new StringBuilder(kind.word).append(' ').append(path);
    if (added >= 0) {
      line.append(" +").append(added).append(" -").append(removed);
    }
    return committed || kind == Kind.UNTRACKED
        ? line.toString()
        : line.append(" (uncommitted)").toString();
  }
}
