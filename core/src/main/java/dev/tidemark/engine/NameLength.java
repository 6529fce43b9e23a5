package dev.tidemark.engine;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
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
    return switch (change.kind()) {
      case START_PHASE -> ((Change.StartPhase) change).phase();
      case COMPLETE_PHASE -> ((Change.CompletePhase) change).phase();
      case FAIL_PHASE -> ((Change.FailPhase) change).phase();
      case SKIP_PHASE -> ((Change.SkipPhase) change).phase();
      case MERGE_PHASE -> ((Change.MergePhase) change).phase();
      // The others bring no new name of a phase.
      case START_RUN,
          STATE_GOAL,
          AMEND_PHASE,
          APPROVE_PHASE,
          SET_GATE,
          FORCE_GATE,
          KEEP_REPORT,
          CHANGE_TASK,
          RESUME_RUN,
          FINISH_RUN,
          SAVE_DOCUMENT ->
          null;
    };
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
