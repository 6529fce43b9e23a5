package dev.tidemark.library;

import dev.tidemark.dialects.item.ContextPreflight;
import java.util.List;

/// Context budget warnings before a long command.
public final class ContextUse {
  private ContextUse() {}

  /// Returns the warnings, one line each; none below the threshold.
  ///
  /// @param percent how full the context is, from 0 to 100
  public static List<String> warnings(double percent) {
    return ContextPreflight.warnings(percent);
  }
}
