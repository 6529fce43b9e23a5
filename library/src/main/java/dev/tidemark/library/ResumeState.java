package dev.tidemark.library;

import org.jspecify.annotations.Nullable;

/// Resume state: the phase and task at which a command continues (R-004-45, R-004-46).
///
/// @param phase the phase under way; null if there is none
/// @param summary the summary of the last completed phase; null if there is none
/// @param nextPhase the phase to work on now, also between phases and after a failure; null if
///   nothing is left
public record ResumeState(
    @Nullable String phase, @Nullable String summary, @Nullable String nextPhase) {
  /// The state of a run without remaining work.
  public static final ResumeState NONE = new ResumeState(null, null, null);
}
