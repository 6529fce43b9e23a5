package dev.tidemark.app.command.session;

import dev.tidemark.app.view.run.RunActivity;
import dev.tidemark.app.view.run.ShownBase;
import dev.tidemark.app.view.text.LocalTimeFormat;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.AttemptLog;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runner status of a run: whether a runner is at work, its attempts by the journal, and what they
/// have cost.
public final class RunnerStatus {
  /// How many ended attempts are shown beside the one under way.
  private static final int ENDED_SHOWN = 2;

  private final RunSummary run;
  private final List<Attempt> attempts;
  private final State state;
  private final Stop stop;

  /// Whether a runner is at work.
  private enum State {
    /// No attempt is under way, and no runner is at work here.
    NONE("none"),
    /// A runner is at work.
    RUNNING("running"),
    /// An attempt has not ended, and its runner is there no more.
    GONE("gone"),
    /// An attempt has not ended that was started in another work tree.
    UNKNOWN("unknown");

    private final String word;

    State(String word) {
      this.word = word;
    }
  }

  private RunnerStatus(RunSummary run, List<Attempt> attempts, State state, Stop stop) {
    this.run = run;
    this.attempts = attempts;
    this.state = state;
    this.stop = stop;
  }

  /// Returns the activity of agents at a run. The journal is read only if attempts were made in
  /// this work tree.
  ///
  /// @return null if the run has ended, and if there is none to tell of, or none that can be read
  public static @Nullable RunActivity activity(
      Project project, RunSummary run, ShownBase shownBase) {
    if (!run.open()) {
      return null;
    }
    // Without attempts, no class of the runner is loaded.
    if (!Files.isDirectory(StateFolder.of(project.root()).path().resolve("attempts"))) {
      return null;
    }
    try (var log = new AttemptLog(project.root(), run.id())) {
      return log.exists() ? of(project, run).activity(shownBase) : null;
    } catch (IOException | StoreException unreadable) {
      return null;
    }
  }

  /// Reads the status.
  ///
  /// @throws IOException if the lock of the run cannot be read
  public static RunnerStatus of(Project project, RunSummary run) throws IOException {
    var id = run.id();
    try (var log = new AttemptLog(project.root(), id)) {
      var attempts = attempts(project, id);
      if (log.isRunning()) {
        return new RunnerStatus(run, attempts, State.RUNNING, log.stopRequest());
      }
      if (isUnderWay(attempts)) {
        // A runner that has just ended has recorded the end before it released the lock.
        attempts = attempts(project, id);
      }
      var state =
          !isUnderWay(attempts)
              ? State.NONE
              : log.hasAttempt(newest(attempts).number()) ? State.GONE : State.UNKNOWN;
      return new RunnerStatus(run, attempts, state, Stop.NO);
    }
  }

  private static boolean isUnderWay(List<Attempt> attempts) {
    return !attempts.isEmpty() && newest(attempts).outcome() == null;
  }

  /// Returns the newest attempt under way; without one, the newest.
  private static Attempt newest(List<Attempt> attempts) {
    for (var attempt : attempts.reversed()) {
      if (attempt.outcome() == null) {
        return attempt;
      }
    }
    return attempts.getLast();
  }

  private static List<Attempt> attempts(Project project, CheckpointId id) {
    return Attempt.of(project.history().history(id));
  }

  /// Returns the attempts since the run was started, in order.
  public List<Attempt> attempts() {
    return attempts;
  }

  /// Returns all that is known, for a program.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var attempt : attempts) {
      var outcome = attempt.outcome();
      all.add(
          JsonObject.builder()
              .add("attempt", attempt.number())
              .add("phase", attempt.phase().value())
              .addOrNull("outcome", outcome == null ? null : outcome.word())
              .add("started_at", Timestamps.millis(attempt.began()))
              .add("start", attempt.start())
              .add("end", attempt.end())
              .build());
    }
    return JsonObject.builder()
        .add("run", run.id().toString())
        .build()
        .withAll(summary())
        .with("attempts", JsonArray.of(all));
  }

  private JsonObject summary() {
    var cost = knownCost();
    return JsonObject.builder()
        .add("runner", state.word)
        .addOrNull(
            "stop",
            switch (stop) {
              case NO -> null;
              case AFTER_ATTEMPT -> "after-attempt";
              case NOW -> "now";
            })
        .add("cost_usd", cost == null ? JsonNull.NULL : JsonNumber.spelled(cost.toPlainString()))
        .add("cost_unknown", costUnknown())
        .addOrNull("command", command())
        .build();
  }

  /// Returns the command by which the runner goes on; null if it is there, or if something else has
  /// to be done first.
  private @Nullable String command() {
    return state == State.GONE && !run.state().needsAction()
        ? CommandLines.of("run", run.id())
        : null;
  }

  /// Returns each attempt as a line.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var attempt : attempts) {
      var cost = attempt.cost();
      lines.add(
          attempt.number()
              + "  "
              + attempt.subject()
              + "  "
              + attempt.agent()
              + "  "
              + word(attempt)
              + (attempt.isAskedAgain() ? ", asked again" : "")
              + (cost == null ? "" : "  " + cost.toPlainString() + " USD")
              + (attempt.reason().isEmpty() ? "" : "  (" + attempt.reason() + ")"));
    }
    var command = command();
    if (command != null) {
      lines.add("next: " + command);
    }
    return lines;
  }

  private String word(Attempt attempt) {
    var outcome = attempt.outcome();
    if (outcome != null) {
      return outcome.word();
    }
    return switch (state) {
      case RUNNING -> "running";
      case GONE -> "its runner is gone";
      case NONE, UNKNOWN -> "not ended";
    };
  }

  /// Returns the activity at the run; null if no runner is at work and no attempt has failed at the
  /// phase to work on.
  private @Nullable RunActivity activity(ShownBase shownBase) {
    var phase = run.position().next();
    var last = attempts.isEmpty() ? null : newest(attempts);
    boolean failed = last != null && isFailed(last) && last.phase().value().equals(phase);
    if (state == State.NONE && !failed) {
      return null;
    }
    var json = JsonObject.builder();
    if (last != null) {
      var outcome = last.outcome();
      json.add("attempt", last.number())
          .add("phase", last.phase().value())
          .add("agent", last.agent())
          .add("started_at", Timestamps.millis(last.began()))
          .addOrNull("outcome", outcome == null ? null : outcome.word())
          .addOrNull("reason", last.reason().isEmpty() ? null : last.reason());
    }
    boolean stuck = state == State.GONE || (state == State.NONE && failed);
    return new RunActivity(json.build().withAll(summary()), lines(shownBase), stuck);
  }

  private List<StyledLine> lines(ShownBase shownBase) {
    var lines = new ArrayList<StyledLine>();
    int shown = state == State.NONE ? 1 : ENDED_SHOWN;
    for (var attempt : attempts) {
      if (attempt.outcome() == null) {
        lines.add(underWay(attempt, shownBase));
      }
    }
    if (lines.isEmpty() && state == State.RUNNING) {
      lines.add(line(Style.PLAIN, "a runner is at work, between two attempts" + costSoFar()));
    }
    for (int i = attempts.size() - 1; i >= 0 && shown > 0; i--) {
      var attempt = attempts.get(i);
      if (attempt.outcome() != null) {
        shown--;
        var cost = state == State.NONE ? costSoFar() : "";
        lines.add(line(isFailed(attempt) ? Style.BAD : Style.PLAIN, ended(attempt) + cost));
      }
    }
    return lines;
  }

  private StyledLine underWay(Attempt attempt, ShownBase shownBase) {
    var zone = shownBase.zone();
    var command = command();
    var since =
        zone == null
            ? " for "
                + Timestamps.durationText(
                    shownBase.now().getEpochSecond() - attempt.began().getEpochSecond())
            : " since " + LocalTimeFormat.of(attempt.began(), zone);
    return switch (state) {
      case GONE ->
          line(
              Style.BAD,
              name(attempt)
                  + ": its runner is gone"
                  + (command == null ? "" : "; go on: " + command));
      case RUNNING ->
          line(
              Style.PLAIN,
              name(attempt)
                  + since
                  + costSoFar()
                  + (stop == Stop.NO ? "" : "; a stop is requested"));
      case NONE, UNKNOWN ->
          line(Style.DOUBTFUL, name(attempt) + since + ", started in another work tree");
    };
  }

  private static StyledLine line(Style style, String text) {
    return StyledLine.of(style, PlainText.line(text));
  }

  private static String name(Attempt attempt) {
    return "attempt " + attempt.number() + " at " + attempt.subject() + " by " + attempt.agent();
  }

  private static String ended(Attempt attempt) {
    var decision = attempt.decision();
    return name(attempt)
        + " ended: "
        + (attempt.outcome() == null ? "" : attempt.outcome().word())
        + (decision.isEmpty() || decision.equals("PROCEED") ? "" : ", " + decision)
        + (attempt.reason().isEmpty() ? "" : " (" + attempt.reason() + ")");
  }

  /// Returns whether an attempt has ended without a response that goes on. One that waits for an
  /// approval has not failed.
  private static boolean isFailed(Attempt attempt) {
    var outcome = attempt.outcome();
    var decision = attempt.decision();
    return outcome == Outcome.APPLIED
        ? decision.equals("STOP") || decision.equals("CLARIFY")
        : outcome != null && outcome != Outcome.WAITING;
  }

  private String costSoFar() {
    var cost = knownCost();
    if (cost == null) {
      return costUnknown() == 0 ? "" : "; cost unknown";
    }
    return (costUnknown() == 0 ? "; " : "; at least ") + cost.toPlainString() + " USD so far";
  }

  /// Returns the sum of the known costs; null if none is known.
  private @Nullable BigDecimal knownCost() {
    BigDecimal sum = null;
    for (var attempt : attempts) {
      var cost = attempt.cost();
      sum = cost == null ? sum : sum == null ? cost : sum.add(cost);
    }
    return sum;
  }

  /// Returns how many ended attempts may have cost something that is not known.
  private int costUnknown() {
    int count = 0;
    for (var attempt : attempts) {
      count += attempt.isCharged() && attempt.cost() == null ? 1 : 0;
    }
    return count;
  }
}
