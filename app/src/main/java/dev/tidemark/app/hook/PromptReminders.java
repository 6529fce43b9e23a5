package dev.tidemark.app.hook;

import dev.tidemark.engine.run.Run;
import dev.tidemark.store.Document.SyncState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reminders, added to a prompt of the user and never to the end of a turn: an agent that is
/// reminded there continues, and its last message replaces the answer.
///
/// Each is given once in a session: that a phase is in progress, for each phase; that a checkpoint
/// file was edited externally, for each run.
record PromptReminders(HookProject desk, SessionNotes notes) {
  /// Returns the message for the model: the phase in progress, unless this is the first prompt of
  /// the session, which has the brief; null for none.
  @Nullable String phase() {
    boolean first = notes.first("prompted");
    var run = first ? null : desk.run();
    var phase = run == null ? null : run.inProgress(run.resumePoint());
    if (run == null || phase == null || !notes.first("phase " + run.id() + " " + phase)) {
      return null;
    }
    var name = QuotedText.name(phase.value());
    var id = QuotedText.name(run.id().toString());
    return "phase "
        + name
        + " of "
        + id
        + " is in progress. When it is finished: tidemark done "
        + name
        + " --run "
        + id
        + " --summary \"...\". No action is needed until then; this reminder appears once.";
  }

  /// Returns the message for the user: the externally edited checkpoint files; null for none.
  ///
  /// @param runs the open runs
  @Nullable String edits(List<Run> runs) {
    var text = new StringBuilder();
    for (var run : runs) {
      if (run.document().syncState() == SyncState.EDITED && notes.first("edited " + run.id())) {
        text.append(text.isEmpty() ? "" : "\n").append(edit(run));
      }
    }
    return text.isEmpty() ? null : text.toString();
  }

  private static String edit(Run run) {
    return QuotedText.name(run.dialect().locator().pathOf(run.id()))
        + " was edited externally; a verdict or approval in it opens no gate."
        + " What changed: tidemark history --run "
        + QuotedText.name(run.id().toString());
  }
}
