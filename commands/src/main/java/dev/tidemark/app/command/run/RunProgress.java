package dev.tidemark.app.command.run;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.Attempt;
import dev.tidemark.runner.RunResult;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Progress of a runner on the console: one line for each event, as text or as JSON, printed at
/// once, and the result as the last one.
final class RunProgress {
  /// The event of a line that an agent has printed.
  static final String OUTPUT = "output";

  private final Session session;
  private final CheckpointId run;
  private @Nullable Attempt known;

  RunProgress(Session session, CheckpointId run) {
    this.session = session;
    this.run = run;
  }

  /// Returns an attempt, as far as the journal has it; null if it has none of that number.
  private @Nullable Attempt attempt(int number) {
    known = null;
    for (var attempt : Attempt.of(session.project().history().history(run))) {
      known = attempt.number() == number ? attempt : known;
    }
    return known;
  }

  /// Prints an event.
  ///
  /// @param event a stable word
  /// @param number the attempt; 0 where it is about none
  /// @param text the event as one line for people
  void print(String event, int number, String text) {
    var screen = session.screen();
    if (screen.look().json()) {
      // A line of output, of which there are many, tells nothing new of its attempt.
      boolean same = event.equals(OUTPUT) && known != null && known.number() == number;
      screen.jsonLine(json(event, number == 0 ? null : same ? known : attempt(number), text));
    } else {
      screen.printConfirmation(event.equals(OUTPUT) ? "  " + text : text);
      screen.flush();
    }
  }

  private JsonObject json(String event, @Nullable Attempt attempt, String text) {
    var json = JsonObject.builder().add("event", event).add("run", run.toString());
    json.add("at", Timestamps.millis(session.project().now()));
    if (attempt != null) {
      var outcome = attempt.outcome();
      json.add("phase", attempt.phase().value())
          .add("attempt", attempt.number())
          .add("agent", attempt.agent())
          .addIfPresent("outcome", outcome == null ? null : outcome.word());
      var cost = attempt.cost();
      if (cost != null) {
        json.add("cost_usd", JsonNumber.spelled(cost.toPlainString()));
      }
    }
    return json.add("text", text).build();
  }

  /// Prints the result, and returns its exit code.
  ExitCode end(RunResult result) {
    var exit = exitCode(result.status());
    var cost = result.cost();
    var json =
        JsonObject.builder()
            .add("run", run.toString())
            .add("status", result.status().word())
            .add("exit", exit.code())
            .add("attempts", result.attempts())
            .add(
                "cost_usd", cost == null ? JsonNull.NULL : JsonNumber.spelled(cost.toPlainString()))
            .build();
    if (result.status() == RunResult.Status.DONE) {
      var count = result.attempts() == 1 ? "1 attempt" : result.attempts() + " attempts";
      session.show(
          JsonObject.builder().add("ok", true).build().withAll(json),
          List.of(run + ": done; " + count + " made"));
      return exit;
    }
    if (session.screen().look().json()) {
      var no = new Refusal<>(result.blockers(), List.of());
      session.screen().json(ChangeView.refusal(run.toString(), no).withAll(json));
    }
    for (var blocker : result.blockers()) {
      session.screen().problem(blocker.reason(), blocker.hint());
    }
    return exit;
  }

  private static ExitCode exitCode(RunResult.Status status) {
    return switch (status) {
      case DONE -> ExitCode.SUCCESS;
      case REFUSED -> ExitCode.REFUSED;
      case GATE -> ExitCode.GATE;
      case WAITING -> ExitCode.DECISION;
      case BUDGET -> ExitCode.BUDGET;
    };
  }
}
