package dev.tidemark.checkpoint;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Git HEAD: a branch, a commit, both, or outside git neither.
///
/// @param branch the branch's short name; absent when detached or outside git
/// @param commit 40 or 64 hex digits; absent before the first commit or outside git
public record Head(@Nullable String branch, @Nullable String commit) {
  /// Outside a repository.
  public static final Head NONE = new Head(null, null);

  /// The number of digits of an abbreviated commit.
  private static final int SHORT = 7;

  /// Returns the first seven digits of a commit.
  public static String abbreviated(String commit) {
    return commit.length() <= SHORT ? commit : commit.substring(0, SHORT);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Head that
        && Objects.equals(branch, that.branch)
        && Objects.equals(commit, that.commit);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(branch) * 31 + Objects.hashCode(commit);
  }
}
