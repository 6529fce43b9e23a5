package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ReportOptions;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Goal;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs that record information without a phase transition: `note`, `goal`.
public final class NoteCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public NoteCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Records notes, decisions and files.
  public ExitCode note() {
    var notes = new ArrayList<Note>();
    add(notes, Note.Kind.NOTE, text());
    for (var tried : parsedCommand.values("tried")) {
      add(notes, Note.Kind.TRIED, tried);
    }
    add(notes, Note.Kind.NEXT, parsedCommand.value("next"));
    for (var blocker : parsedCommand.values("blocked-by")) {
      add(notes, Note.Kind.BLOCKED, blocker);
    }
    for (var question : parsedCommand.values("question")) {
      add(notes, Note.Kind.QUESTION, question);
    }
    var resolved = new ArrayList<Note>();
    for (var words : parsedCommand.values("resolved")) {
      add(resolved, Note.Kind.QUESTION, words);
    }
    var report = new ReportOptions(session).report(null);
    boolean empty = notes.isEmpty() && resolved.isEmpty() && report.equals(PhaseReport.NONE);
    if (empty && parsedCommand.details().isEmpty()) {
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
    var runSelection = session.select();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
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
    return parsedCommand.arguments().isEmpty() ? null : String.join(" ", parsedCommand.arguments());
  }

  private ExitCode apply(Change change) {
    var runSelection = session.selectToChange();
    return runSelection instanceof Selected run
        ? new ChangeRunner(session).apply(run.dialect(), run, change)
        : session.unclear(runSelection);
  }
}
