package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resume point: the phase and task at which work continues, with their context.
///
/// @param phase the phase under way when work stopped, if there was one (R-004-45)
/// @param summary the summary of the last finished phase, if any (R-004-45)
/// @param next the phase to work on now: the one under way, else a failed one to try again, else
///   the first ahead; absent when nothing is left (R-004-46)
/// @param done the phases finished or skipped, whose summaries are handed over in order (R-004-97)
/// @param finished whether the run has come to its end
public record ResumePoint(
    @Nullable PhaseName phase,
    @Nullable String summary,
    @Nullable PhaseName next,
    List<Phase> done,
    boolean finished) {
  /// The resume point of a run without remaining work.
  public static final ResumePoint NONE = new ResumePoint(null, null, null, List.of(), false);

  /// Takes its own copy of the phases.
  public ResumePoint {
    done = List.copyOf(done);
  }
}
