package dev.tidemark.library;

import dev.tidemark.dialects.item.Preflight;
import java.util.List;

/// What to say before a long command when the context of a session fills up.
public final class ContextUse {
  private ContextUse() {}

  /// Returns the warnings, one line each; none where there is room.
  ///
  /// @param percent how full the context is, from 0 to 100
  public static List<String> warnings(double percent) {
    return Preflight.warnings(percent);
  }
}
