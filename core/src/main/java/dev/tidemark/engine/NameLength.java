package dev.tidemark.engine;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import org.jspecify.annotations.Nullable;

/// Length limit for the names of phases that a change brings: names are printed whole, in lists and
/// in briefs.
final class NameLength {
  private NameLength() {}

  /// Returns why a change is refused for the length of a name; null if it is not.
  static @Nullable Blocker blocker(Change change) {
    if (change instanceof Change.StartRun start) {
      for (var phase : start.phases()) {
        if (isTooLong(phase)) {
          return tooLong(phase);
        }
      }
      return null;
    }
    var phase = phase(change);
    return phase != null && isTooLong(phase) ? tooLong(phase) : null;
  }

  private static @Nullable PhaseName phase(Change change) {
    if (change instanceof Change.StartPhase it) {
      return it.phase();
    }
    if (change instanceof Change.CompletePhase it) {
      return it.phase();
    }
    if (change instanceof Change.FailPhase it) {
      return it.phase();
    }
    if (change instanceof Change.SkipPhase it) {
      return it.phase();
    }
    return change instanceof Change.MergePhase it ? it.phase() : null;
  }

  private static boolean isTooLong(PhaseName phase) {
    return phase.value().length() > PhaseName.MAX_LENGTH;
  }

  private static Blocker tooLong(PhaseName phase) {
    return Blocker.refused(
        "name-too-long",
        "the name of a phase has "
            + phase.value().length()
            + " characters, more than "
            + PhaseName.MAX_LENGTH,
        "Give the phase a shorter name");
  }
}
