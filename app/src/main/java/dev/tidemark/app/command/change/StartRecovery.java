package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.ArgumentParser;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Recovery at `start` of an unfinished run of the same name (R-004-96): resumes it, asks, or
/// starts again.
final class StartRecovery {
  /// The code of the blocker for an unfinished run.
  private static final String UNFINISHED = "unfinished";

  private final Session session;
  private final ParsedCommand parsedCommand;

  StartRecovery(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Decision about a start.
  ///
  /// @param exit how it ended; absent if the run is to be begun
  /// @param fresh whether it takes the place of an unfinished one
  record Decision(@Nullable ExitCode exit, boolean fresh) {}

  Decision decide(Dialect<?> dialect, CheckpointId id, Change.StartRun start) {
    if (parsedCommand.has("resume")) {
      return new Decision(resumed(dialect, id, start), false);
    }
    var mode = parsedCommand.value("recovery");
    if (mode == null) {
      mode = session.settings().of(SettingKey.RECOVERY).value();
    }
    boolean asks = mode.equals("prompt");
    boolean unattended = asks && !session.prompt().isInteractive() && !parsedCommand.has("yes");
    if (start.fresh() || unattended || !isUnfinished(dialect, id, start)) {
      return new Decision(null, start.fresh());
    }
    if (mode.equals("off") || (asks && !wantsToResume(dialect, id))) {
      return new Decision(null, true);
    }
    return new Decision(resume(id), false);
  }

  private boolean wantsToResume(Dialect<?> dialect, CheckpointId id) {
    var next = run(dialect, id).resumePoint().next();
    var from = next == null ? "" : " from " + next;
    return session.prompt().confirm("Resume " + id.workflow() + from + "?", true);
  }

  /// Only the rules of a format define an unfinished run.
  private <C extends Checkpoint> boolean isUnfinished(
      Dialect<C> dialect, CheckpointId id, Change.StartRun start) {
    var by = new Caller(session.actor(), ChangeMode.DRY_RUN, new DialectOptions(session.details()));
    try {
      var outcome = session.project().checkpoints().apply(dialect, id, start, by).outcome();
      return outcome instanceof Refusal<C> no && only(no.blockers());
    } catch (FormatException unreadable) {
      return false;
    }
  }

  private static boolean only(List<Blocker> blockers) {
    return blockers.size() == 1 && blockers.getFirst().code().equals(UNFINISHED);
  }

  private ExitCode resumed(Dialect<?> dialect, CheckpointId id, Change.StartRun start) {
    var run = run(dialect, id);
    if (parsedCommand.has("fresh")) {
      return session.misused(
          "resume-or-fresh",
          "--resume and --fresh are both given",
          "Give one of them: take the run up, or begin it anew.");
    }
    if (run.problem() == null && !run.document().exists()) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-checkpoint",
              "No checkpoint found for \"" + subject(start) + "\".",
              "Run without --resume to start fresh."));
    }
    return run.open() ? resume(id) : complete(start);
  }

  private ExitCode complete(Change.StartRun start) {
    var command = start.workflow();
    var name = command.substring(0, 1).toUpperCase(Locale.ROOT) + command.substring(1);
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "already-complete",
            name + " for \"" + subject(start) + "\" is already complete.",
            "Run without --resume to start fresh."));
  }

  private static String subject(Change.StartRun start) {
    var item = start.item();
    return item == null || item.isBlank() ? start.workflow() : item.strip();
  }

  /// Prints the result of `resume`.
  private ExitCode resume(CheckpointId id) {
    var words = new ArrayList<>(List.of("resume", id.toString()));
    for (var option : List.of("root", "as")) {
      var value = parsedCommand.value(option);
      if (value != null) {
        words.addAll(List.of("--" + option, value));
      }
    }
    if (ArgumentParser.parse(words.toArray(new String[0])) instanceof ParsedCommand resume) {
      return new ReadCommands(new Session(resume, session.screen(), session.place())).resume();
    }
    throw new IllegalStateException("resume does not take " + words);
  }

  private Run run(Dialect<?> dialect, CheckpointId id) {
    return session.project().runs().inspect(dialect, id);
  }
}
