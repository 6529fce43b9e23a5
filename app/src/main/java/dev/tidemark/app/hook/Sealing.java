package dev.tidemark.app.hook;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.store.News;
import dev.tidemark.store.Write;
import java.util.List;

/// Records in the journal where a session stood before its conversation is cut or ends. The
/// document stays as it is. Nothing is sealed where no run is open, or more than one may be meant.
final class Sealing {
  private Sealing() {}

  static void seal(HookInput input, Desk desk, Agent agent) {
    var run = desk.run();
    if (run == null || run.problem() != null) {
      return;
    }
    var phase = Turns.underWay(run);
    var session = input.session();
    var event =
        new Event.SessionSealed(
            session == null ? "" : session, input.cause(), phase == null ? null : phase.name());
    var project = desk.project();
    var news =
        new News(project.now(), desk.actor(agent), List.of(event), run.document().evidence());
    project.store().replace(Write.note(run.id(), run.document().revision(), news));
  }
}
