package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.checkpoint.Goal;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs that record information without a phase transition: `note`, `goal`.
public final class NoteCommand {
  private final Session session;
  private final Call call;

  /// Takes the session to act in.
  public NoteCommand(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Records notes, decisions and files.
  public ExitCode note() {
    var notes = new ArrayList<Note>();
    add(notes, Note.Kind.NOTE, text());
    for (var tried : call.values("tried")) {
      add(notes, Note.Kind.TRIED, tried);
    }
    add(notes, Note.Kind.NEXT, call.value("next"));
    for (var blocker : call.values("blocked-by")) {
      add(notes, Note.Kind.BLOCKED, blocker);
    }
    for (var question : call.values("question")) {
      add(notes, Note.Kind.QUESTION, question);
    }
    var resolved = new ArrayList<Note>();
    for (var words : call.values("resolved")) {
      add(resolved, Note.Kind.QUESTION, words);
    }
    var report = new Reports(session).report(null);
    boolean empty = notes.isEmpty() && resolved.isEmpty() && report.equals(PhaseReport.NONE);
    if (empty && call.details().isEmpty()) {
      return session.misused(
          "empty-note", "there is nothing to record", "tidemark note \"where things stand\"");
    }
    return apply(new Change.AmendPhase(null, report, notes, resolved));
  }

  private void add(List<Note> notes, Note.Kind kind, @Nullable String text) {
    if (text != null) {
      notes.add(new Note(kind, null, String.valueOf(session.inputs().text(text))));
    }
  }

  /// States the goal of a run, or shows it.
  public ExitCode goal() {
    var text = text();
    if (text != null) {
      return apply(new Change.StateGoal(String.valueOf(session.inputs().text(text))));
    }
    var selection = session.select();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = selected.read(session.project().runs());
    var goal = run.goal();
    session.show(json(run, goal), List.of(line(run, goal)));
    return ExitCode.SUCCESS;
  }

  private static JsonObject json(Run run, @Nullable Goal goal) {
    return JsonObject.builder()
        .add("run", run.id().toString())
        .addOrNull("goal", goal == null ? null : goal.text())
        .add("captured", goal != null && goal.captured())
        .build();
  }

  private static String line(Run run, @Nullable Goal goal) {
    return goal == null
        ? run.id() + ": no goal is recorded; state it: tidemark goal TEXT --run " + run.id()
        : run.id() + ": " + goal.text() + (goal.captured() ? " (from the first prompt)" : "");
  }

  /// Returns the words of the command line as one text; null if there are none.
  private @Nullable String text() {
    return call.arguments().isEmpty() ? null : String.join(" ", call.arguments());
  }

  private ExitCode apply(Change change) {
    var selection = session.selectToChange();
    return selection instanceof Selected run
        ? new Applying(session).apply(run.dialect(), run, change)
        : session.unclear(selection);
  }
}
