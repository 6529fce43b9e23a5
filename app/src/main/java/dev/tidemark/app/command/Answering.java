package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs `question list` and `question answer`: the questions around the writing of a design
/// (R-004-O4).
final class Answering {
  private static final List<String> VERDICTS = List.of(Answers.YES, "no", "revise");

  private final Session session;
  private final Call call;

  Answering(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Prints the current round with the given answers.
  ExitCode questions() {
    var selection = session.select();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = selected.read(session.project().runs());
    var strange = strange(run);
    if (strange != null) {
      return strange;
    }
    var answers = new Answers(run);
    var all = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    for (var question : answers.round()) {
      var answer = answers.to(question);
      all.add(
          JsonObject.builder()
              .add("key", question.key())
              .add("phase", question.phase(answers.phases()))
              .add("question", question.text())
              .addOrNull("answer", answer)
              .add("open", answers.isOpen(question))
              .build());
      lines.add(question.key() + ": " + question.text() + said(answer, answers.isOpen(question)));
    }
    var json =
        JsonObject.builder().add("run", run.id().toString()).add("questions", JsonArray.of(all));
    session.show(json.build(), lines);
    return ExitCode.SUCCESS;
  }

  private static String said(@Nullable String answer, boolean open) {
    return answer == null ? "" : "  -> " + answer + (open ? "  (to be asked again)" : "");
  }

  /// Records an answer; without one, asks the user at the terminal all open questions.
  ExitCode answer() {
    var selection = session.select();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = selected.read(session.project().runs());
    var strange = strange(run);
    if (strange != null) {
      return strange;
    }
    var key = call.argument("KEY");
    if (key == null) {
      return ask(selected.dialect(), run);
    }
    var question = Question.find(key);
    var text = call.argument("TEXT");
    if (question == null || text == null) {
      return refused(
          run,
          Blocker.refused(
              "no-question",
              question == null ? "no question is called " + key : "there is no answer",
              "See what is asked: " + CommandLines.of("question list", run.id())));
    }
    return given(selected.dialect(), run, question, String.valueOf(session.inputs().text(text)));
  }

  private @Nullable ExitCode strange(Run run) {
    var unreadable = Unreadable.shown(session, run);
    if (unreadable != null || (run.id().workflow().equals("design") && run.checkpoint() != null)) {
      return unreadable;
    }
    return refused(
        run,
        Blocker.refused(
            "no-questions",
            run.id() + " is asked nothing: questions belong to a design that was begun",
            "Begin one: tidemark plan design/FEATURE"));
  }

  private ExitCode refused(Run run, Blocker blocker) {
    return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private ExitCode ask(Dialect<?> dialect, Run run) {
    var prompt = session.prompt();
    var open = new Answers(run).open();
    if (!prompt.isInteractive() && !open.isEmpty()) {
      var keys = new ArrayList<String>();
      open.forEach(question -> keys.add(question.key()));
      return refused(
          run,
          new Blocker(
              Blocker.Kind.ASK,
              "open-questions",
              "there is no terminal to ask; open are " + String.join(", ", keys),
              "Answer them: " + CommandLines.of("question answer KEY TEXT", run.id())));
    }
    for (var question : open) {
      var text = prompt.line(question.key() + ": " + question.text());
      if (text != null) {
        var code = given(dialect, run, question, text);
        if (code != ExitCode.SUCCESS || Question.pauses(text)) {
          return code;
        }
      }
    }
    return ExitCode.SUCCESS;
  }

  private ExitCode given(Dialect<?> dialect, Run run, Question question, String text) {
    var subject = run.id().item() == null ? "" : run.id().item() + " ";
    if (Question.pauses(text.strip())) {
      return said(
          run, question, null, "Design paused. Resume with: /design " + subject + "--resume");
    }
    boolean verdict = question.key().equals(Question.APPROVAL);
    var answer = verdict ? text.strip().toLowerCase(Locale.ROOT) : text;
    if (text.isBlank() || (verdict && !VERDICTS.contains(answer))) {
      return refused(
          run,
          Blocker.refused(
              "bad-answer",
              text.isBlank() ? "the answer is empty" : "approval cannot be " + text,
              verdict ? "Answer yes, no or revise" : "Say something, or stop to pause"));
    }
    var phase = question.phase(new Answers(run).phases());
    var no = store(dialect, run.id(), change(question, phase, answer));
    if (no != null) {
      return session.refused(run.id().toString(), no);
    }
    var now = session.project().runs().inspect(dialect, run.id());
    int open = new Answers(now).open().size();
    boolean settled = !verdict || answer.equals(Answers.YES);
    return said(
        run,
        question,
        answer,
        settled ? outlook(question, open) : unapproved(phase, answer, subject));
  }

  /// A design that is to be revised is written again, and asked about again.
  private static Change.MergePhase change(Question question, String phase, String answer) {
    var told = JsonObject.EMPTY.with(question.key(), answer);
    var data = JsonObject.EMPTY.with(Question.ANSWERS, told);
    boolean again = question.key().equals(Question.APPROVAL) && answer.equals("revise");
    return new Change.MergePhase(
        new PhaseName(phase), again ? data.with("status", "in_progress") : data, JsonObject.EMPTY);
  }

  private static String outlook(Question question, int open) {
    return question.key() + " answered; " + (open == 0 ? "none is" : open + " are") + " open";
  }

  private static String unapproved(String phase, String answer, String subject) {
    return answer.equals("no")
        ? "Design not approved. Revise with: /design " + subject + "--phase=" + phase
        : phase + " is in progress again";
  }

  private <C extends Checkpoint> @Nullable Refusal<C> store(
      Dialect<C> dialect, CheckpointId id, Change change) {
    var by = new By(session.actor(), session.mode());
    var answer = session.project().checkpoints().apply(dialect, id, change, by);
    if (answer.outcome() instanceof Refusal<C> no) {
      return no;
    }
    session.tell(answer.outcome().notices());
    return null;
  }

  private ExitCode said(Run run, Question question, @Nullable String answer, String line) {
    boolean dry = session.mode() == Mode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", run.id().toString())
            .add("key", question.key())
            .addOrNull("answer", answer)
            .add("message", line)
            .add("dry_run", dry)
            .build();
    session.show(json, dry ? List.of(line, "nothing was written") : List.of(line));
    return ExitCode.SUCCESS;
  }
}
