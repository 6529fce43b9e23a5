package dev.tidemark.app.http.exchange;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Token scope: a permission. None includes another.
public enum Scope {
  /// Read runs.
  READ,
  /// Change runs.
  WRITE,
  /// Approve phases, once logged in.
  APPROVE;

  /// Returns the word for it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the scope of that word; null if there is none.
  public static @Nullable Scope of(String word) {
    for (var scope : values()) {
      if (scope.word().equals(word)) {
        return scope;
      }
    }
    return null;
  }
}
