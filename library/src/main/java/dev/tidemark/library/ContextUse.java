package dev.tidemark.library;

import java.util.List;

/// Context budget warnings before a command in phases (R-001-24): running out of context is
/// expected, but the user should know.
public final class ContextUse {
  private static final double CROWDED = 60;
  private static final double FULL = 80;

  private ContextUse() {}

  /// Returns the warnings, one line each; none below 60 percent.
  ///
  /// @param percent how full the context is, from 0 to 100
  /// @param item whether a run of the format `item` is open, whose plugin has a command for this
  public static List<String> warnings(double percent, boolean item) {
    if (percent >= FULL) {
      return List.of(
          "the context is "
              + (int) percent
              + " % full: record the next step with tidemark note --next \"...\", then start a new"
              + " session"
              + (item ? "; /virtual-team:vt-handoff writes a handoff document as well" : ""));
    }
    return percent < CROWDED
        ? List.of()
        : List.of(
            "the context is "
                + (int) percent
                + " % full: consider /compact, or finish the current phase, commit its checkpoint"
                + " and start a fresh session");
  }
}
