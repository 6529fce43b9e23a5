package dev.tidemark.app.hook;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Run;
import org.jspecify.annotations.Nullable;

/// What is said at the end of a turn: that a phase is still open, once for each phase of a session
/// and never to an agent that is already going on because of a hook.
final class Turns {
  private Turns() {}

  static HookAnswer answer(Hook hook, HookInput input, Desk desk, SessionNotes notes) {
    if (input.isGoingOn()) {
      return HookAnswer.NOTHING;
    }
    var run = desk.run();
    var phase = run == null ? null : underWay(run);
    if (run == null || phase == null) {
      return HookAnswer.NOTHING;
    }
    boolean sub = hook.moment() == Moment.SUBAGENT_STOP;
    if (!notes.first((sub ? "sub-agent " : "stop ") + run.id() + " " + phase.name())) {
      return HookAnswer.NOTHING;
    }
    var name = Quoted.name(phase.name().value());
    var id = Quoted.name(run.id().toString());
    var where = "phase " + name + " of " + id + " is under way";
    return HookAnswer.context(
        sub
            ? where
                + ". Files this sub-agent made or changed are known to the run once they are"
                + " recorded: tidemark note --created FILE --modified FILE --run "
                + id
            : where
                + ". If it is finished, it can be recorded: tidemark done "
                + name
                + " --run "
                + id
                + " --summary \"...\". If it is not, nothing needs to be done; this is said once.");
  }

  /// Returns the phase somebody works on; null if nobody does.
  static @Nullable Phase underWay(Run run) {
    var checkpoint = run.checkpoint();
    if (checkpoint == null) {
      return null;
    }
    var current = checkpoint.current();
    for (var phase : checkpoint.phases()) {
      boolean named = current.isEmpty() || current.get().equals(phase.name());
      if (named && phase.status() == PhaseStatus.IN_PROGRESS) {
        return phase;
      }
    }
    return null;
  }
}
