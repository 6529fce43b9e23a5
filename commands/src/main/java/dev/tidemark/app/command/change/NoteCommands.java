package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs that record information without a phase transition: `note`, `task`.
public final class NoteCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public NoteCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `note`.
  public static CommandSpec noteSpec() {
    return new CommandSpec(
            "note",
            CommandGroup.RUN,
            WRITES_RUN,
            "record a note, decision or file for the next session",
            List.of(Argument.rest("TEXT", ValueKind.TEXT, "the state of the work; - = stdin")),
            List.of(
                repeated("tried", "an attempt that failed"),
                Option.value(
                    "next", "TEXT", ValueKind.TEXT, "the next action; replaces the previous one"),
                repeated("blocked-by", "a blocker, open until it is resolved"),
                repeated("question", "a question, open until it is resolved"),
                repeated("resolved", "close a question or blocker; part of its text will do"),
                repeated("decision", "a decision that later phases depend on"),
                repeated("instead-of", "a decision to withdraw; its beginning will do"),
                Option.value("created", "FILE", ValueKind.FILES, "files that were created")
                    .repeated(),
                Option.value("modified", "FILE", ValueKind.FILES, "files that were changed")
                    .repeated(),
                Option.value(
                        "removed", "FILE", ValueKind.FILES, "files to take out of the run's files")
                    .repeated(),
                text("goal", "the goal of the run, in the user's words; by itself"),
                Option.value("state", "TEXT", ValueKind.TEXT, "the state of the work")
                    .ofProtocol("item"),
                text("before-spawn", "the expensive worker about to start").ofProtocol("flow")),
            List.of(
                new Example(
                    "tidemark note \"rotate() done, revoke() missing\"", "the state of the work"),
                new Example(
                    "tidemark note --tried \"a mutex: deadlocks with the refresh timer\""
                        + " --next \"try a queue\"",
                    "a failed attempt and the next action"),
                new Example(
                    "tidemark note --decision \"Keep the old API\" --instead-of \"Drop the\"",
                    "another decision in its place"),
                new Example("tidemark note --goal \"Log users in with passkeys\"", "set the goal"),
                new Example("tidemark note --question \"Which database?\"", "an open question"),
                new Example("tidemark note --resolved database", "close the question")))
        .mode(
            "goal",
            WRITES_RUN,
            List.of(),
            List.of(
                "tried",
                "next",
                "blocked-by",
                "question",
                "resolved",
                "decision",
                "instead-of",
                "created",
                "modified",
                "removed",
                "state",
                "before-spawn"))
        .byServer();
  }

  /// Records notes, decisions and files.
  public ExitCode note() {
    var goal = parsedCommand.value("goal");
    if (goal != null && text() != null) {
      return session.misused(
          "goal-and-note",
          "--goal and a note are both given",
          "Quote the goal if it has blanks, and record the note by a call of its own.");
    }
    if (goal != null) {
      return apply(new Change.StateGoal(String.valueOf(session.inputs().text(goal))));
    }
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
    for (var words : parsedCommand.values("instead-of")) {
      add(resolved, Note.Kind.DECISION, words);
    }
    var report = session.report(null);
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

  /// Specification of `task`.
  public static CommandSpec taskSpec() {
    return new CommandSpec(
            "task",
            CommandGroup.RUN,
            WRITES_RUN,
            "add, start, complete, fail or block a task",
            List.of(
                Argument.required(
                    "STEP", ValueKind.oneOf("add", "start", "done", "fail", "block"), "what to do"),
                Argument.required(
                    "TASK", ValueKind.TEXT, "the task, by id or text; add takes both"),
                Argument.run()),
            List.of(
                Option.value(
                        "status",
                        "STATUS",
                        ValueKind.oneOf(
                            "pre_complete", "complete", "verified", "failed", "blocked"),
                        "another status than the default")
                    .ofProtocol("flow"),
                text("reason", "why the task failed or is blocked"),
                Option.value("output", "FILE", ValueKind.FILES, "the output of the task")
                    .ofProtocol("flow"),
                Option.value("after", "TASK", ValueKind.NAME, "a task that must be done first")
                    .repeated()
                    .ofProtocol("flow")),
            List.of(
                new Example("tidemark task add \"Write the tests\"", "with the next free id"),
                new Example("tidemark task add \"T004 Write the tests\"", "with an id"),
                new Example("tidemark task start T004", "make it the current task"),
                new Example("tidemark task done \"Write the tests\"", "by its text"),
                new Example("tidemark task block T004 --reason \"No test data\"", "with a reason")))
        .byServer();
  }

  /// Adds a task, or changes the status of one.
  public ExitCode task() {
    var step = TaskStep.valueOf(parsedCommand.required("STEP").toUpperCase(Locale.ROOT));
    var reason = session.inputs().text(parsedCommand.value("reason"));
    boolean said = reason != null && !reason.isBlank();
    if (said && step != TaskStep.FAIL && step != TaskStep.BLOCK) {
      return session.misused(
          "reason-without-failure",
          "--reason is for a task that failed or is blocked",
          "Leave it out, or record it as a note: tidemark note TEXT");
    }
    var task = session.inputs().text(parsedCommand.required("TASK"));
    return apply(new Change.ChangeTask(step, task == null ? "" : task, said ? reason : null, null));
  }

  /// Returns the words of the command line as one text; null if there are none.
  private @Nullable String text() {
    return parsedCommand.arguments().isEmpty() ? null : String.join(" ", parsedCommand.arguments());
  }

  private ExitCode apply(Change change) {
    var runSelection = session.selectToChange();
    return runSelection instanceof Selected run
        ? new ChangeRunner(session).apply(run.dialect(), run, change)
        : session.selectionRefused(runSelection);
  }

  private static Option repeated(String name, String meaning) {
    return text(name, meaning).repeated();
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning);
  }
}
