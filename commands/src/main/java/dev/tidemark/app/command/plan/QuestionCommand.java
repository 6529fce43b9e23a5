package dev.tidemark.app.command.plan;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
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
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.DesignQuestion;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verb `question`: the questions around the writing of a design, and the answers (R-004-O4).
public final class QuestionCommand {
  private static final List<String> VERDICTS = List.of(DesignAnswers.YES, "no", "revise");

  private final Session session;
  private final ParsedCommand parsedCommand;

  public QuestionCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `question`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "question",
            CommandGroup.RUN,
            READS,
            "list the questions about a design, or answer them",
            List.of(
                Argument.optional("KEY", ValueKind.NAME, "the key of the question to answer"),
                Argument.optional("TEXT", ValueKind.TEXT, "the answer; stop = pause; - = stdin"),
                Argument.run()),
            List.of(Option.flag("ask", "ask all open questions, at a terminal")),
            List.of(
                new Example("tidemark question", "of the only open design"),
                new Example("tidemark question approach \"Rotate on each use\"", "answer one"),
                new Example("tidemark question approval revise", "request a revision"),
                new Example("tidemark question --ask", "answer all open ones")))
        .mode("KEY", WRITES_RUN, List.of(), List.of("ask"))
        .mode("ask", WRITES_RUN, List.of(), List.of());
  }

  /// Lists the questions, records an answer, or asks the user all open ones.
  public ExitCode run() {
    var runSelection = session.select();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = selected.read(session.project().runs());
    var strange = refuseUnlessDesign(run);
    if (strange != null) {
      return strange;
    }
    if (parsedCommand.has("ask")) {
      return ask(selected.dialect(), run);
    }
    var key = parsedCommand.argument("KEY");
    return key == null ? list(run) : answer(selected.dialect(), run, key);
  }

  /// Prints the current round with the given answers.
  private ExitCode list(Run run) {
    var designAnswers = new DesignAnswers(run);
    var all = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    for (var designQuestion : designAnswers.round()) {
      var answer = designAnswers.to(designQuestion);
      all.add(
          JsonObject.builder()
              .add("key", designQuestion.key())
              .add("phase", designQuestion.phase(designAnswers.phases()))
              .add("question", designQuestion.text())
              .addOrNull("answer", answer)
              .add("open", designAnswers.isOpen(designQuestion))
              .build());
      lines.add(
          designQuestion.key()
              + ": "
              + designQuestion.text()
              + answerSuffix(answer, designAnswers.isOpen(designQuestion)));
    }
    var json =
        JsonObject.builder().add("run", run.id().toString()).add("questions", JsonArray.of(all));
    session.show(json.build(), lines);
    return ExitCode.SUCCESS;
  }

  private static String answerSuffix(@Nullable String answer, boolean open) {
    return answer == null ? "" : "  -> " + answer + (open ? "  (open again)" : "");
  }

  private ExitCode answer(Dialect<?> dialect, Run run, String key) {
    var designQuestion = DesignQuestion.find(key);
    var text = parsedCommand.argument("TEXT");
    if (designQuestion == null || text == null) {
      return refused(
          run,
          Blocker.refused(
              "no-question",
              designQuestion == null ? "no question is called " + key : "there is no answer",
              "List the questions: " + CommandLines.of("question", run.id())));
    }
    return recordAnswer(dialect, run, designQuestion, String.valueOf(session.inputs().text(text)));
  }

  private @Nullable ExitCode refuseUnlessDesign(Run run) {
    var unreadable = UnreadableDocument.shown(session, run);
    if (unreadable != null || (run.id().workflow().equals("design") && run.checkpoint() != null)) {
      return unreadable;
    }
    return refused(
        run,
        Blocker.refused(
            "no-questions",
            run.id() + " has no questions: only a started design has them",
            "Begin one: tidemark plan design/FEATURE"));
  }

  private ExitCode refused(Run run, Blocker blocker) {
    return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private ExitCode ask(Dialect<?> dialect, Run run) {
    var consolePrompt = session.prompt();
    var open = new DesignAnswers(run).open();
    if (!consolePrompt.isInteractive() && !open.isEmpty()) {
      var keys = new ArrayList<String>();
      open.forEach(designQuestion -> keys.add(designQuestion.key()));
      return refused(
          run,
          new Blocker(
              Blocker.Kind.ASK,
              "open-questions",
              "there is no terminal to ask; open are " + String.join(", ", keys),
              "Answer them: " + CommandLines.of("question KEY TEXT", run.id())));
    }
    for (var designQuestion : open) {
      var text = consolePrompt.line(designQuestion.key() + ": " + designQuestion.text());
      if (text != null) {
        var code = recordAnswer(dialect, run, designQuestion, text);
        if (code != ExitCode.SUCCESS || DesignQuestion.isPause(text)) {
          return code;
        }
      }
    }
    return ExitCode.SUCCESS;
  }

  private ExitCode recordAnswer(
      Dialect<?> dialect, Run run, DesignQuestion designQuestion, String text) {
    var subject = run.id().item() == null ? "" : run.id().item() + " ";
    if (DesignQuestion.isPause(text.strip())) {
      return showAnswer(
          run, designQuestion, null, "Design paused. Resume with: /design " + subject + "--resume");
    }
    boolean verdict = designQuestion.key().equals(DesignQuestion.APPROVAL);
    var answer = verdict ? text.strip().toLowerCase(Locale.ROOT) : text;
    if (text.isBlank() || (verdict && !VERDICTS.contains(answer))) {
      return refused(
          run,
          Blocker.refused(
              "bad-answer",
              text.isBlank() ? "the answer is empty" : "approval cannot be " + text,
              verdict ? "Answer yes, no or revise" : "Enter an answer, or stop to pause"));
    }
    var phase = designQuestion.phase(new DesignAnswers(run).phases());
    var no = store(dialect, run.id(), change(designQuestion, phase, answer));
    if (no != null) {
      return session.refused(run.id().toString(), no);
    }
    var now = session.project().runs().inspect(dialect, run.id());
    int open = new DesignAnswers(now).open().size();
    boolean settled = !verdict || answer.equals(DesignAnswers.YES);
    return showAnswer(
        run,
        designQuestion,
        answer,
        settled ? outlook(designQuestion, open) : unapproved(phase, answer, subject));
  }

  /// A design that is to be revised is written again, and asked about again.
  private static Change.MergePhase change(
      DesignQuestion designQuestion, String phase, String answer) {
    var told = JsonObject.EMPTY.with(designQuestion.key(), answer);
    var data = JsonObject.EMPTY.with(DesignQuestion.ANSWERS, told);
    boolean again = designQuestion.key().equals(DesignQuestion.APPROVAL) && answer.equals("revise");
    return new Change.MergePhase(
        new PhaseName(phase), again ? data.with("status", "in_progress") : data, JsonObject.EMPTY);
  }

  private static String outlook(DesignQuestion designQuestion, int open) {
    return designQuestion.key() + " answered; " + (open == 0 ? "none is" : open + " are") + " open";
  }

  private static String unapproved(String phase, String answer, String subject) {
    return answer.equals("no")
        ? "Design not approved. Revise with: /design " + subject + "--phase=" + phase
        : phase + " is in progress again";
  }

  private <C extends Checkpoint> @Nullable Refusal<C> store(
      Dialect<C> dialect, CheckpointId id, Change change) {
    var by = new Caller(session.actor(), session.changeMode());
    var changeResult = session.project().checkpoints().apply(dialect, id, change, by);
    if (changeResult.outcome() instanceof Refusal<C> no) {
      return no;
    }
    session.printNotices(changeResult.outcome().notices());
    return null;
  }

  private ExitCode showAnswer(
      Run run, DesignQuestion designQuestion, @Nullable String answer, String line) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", run.id().toString())
            .add("key", designQuestion.key())
            .addOrNull("answer", answer)
            .add("message", line)
            .add("dry_run", dry)
            .build();
    session.show(json, dry ? List.of(line, "nothing was written") : List.of(line));
    return ExitCode.SUCCESS;
  }
}
