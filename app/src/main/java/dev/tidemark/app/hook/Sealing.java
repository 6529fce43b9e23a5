package dev.tidemark.app.hook;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.engine.Run;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.News;
import dev.tidemark.store.Write;
import java.util.List;

/// Records in the journal where a session stood before its conversation is cut or ends. The
/// document stays as it is. Nothing is sealed where no run is open, or more than one may be meant.
final class Sealing {
  /// How often it is tried while others record something of the same run: a session that ends has
  /// no time for more.
  private static final int ATTEMPTS = 5;

  private Sealing() {}

  static void seal(HookInput input, Desk desk, Agent agent) {
    for (int attempt = 1; ; attempt++) {
      var run = desk.run();
      if (run == null || run.problem() != null) {
        return;
      }
      try {
        seal(run, input, desk, agent);
        return;
      } catch (ConflictException lostRace) {
        if (attempt == ATTEMPTS) {
          throw lostRace;
        }
      }
    }
  }

  private static void seal(Run run, HookInput input, Desk desk, Agent agent) {
    var phase = Turns.underWay(run);
    var session = input.session();
    var event =
        new Event.SessionSealed(
            session == null ? "" : session, input.cause(), phase == null ? null : phase.name());
    var project = desk.project();
    var found = run.document();
    var news = new News(project.now(), desk.actor(agent), List.of(event), found.evidence());
    project.store().replace(Write.note(run.id(), found.revision(), news).since(found));
  }
}
