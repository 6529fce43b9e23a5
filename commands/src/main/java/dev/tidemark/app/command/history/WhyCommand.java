package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.brief.Explanation;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSelection.Unclear;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verb `why`: the one fact behind the last refusal or warning.
public final class WhyCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public WhyCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `why`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "why",
            CommandGroup.RESUME,
            READS,
            "explain why the last command was refused",
            List.of(Argument.run()),
            List.of(),
            List.of(
                new Example("tidemark why", "after a command was refused"),
                new Example("tidemark why implement/auth --json", "for a program")))
        .byServer();
  }

  public ExitCode why() {
    var named = parsedCommand.value("run");
    var runSelection = named == null ? session.select() : session.names().existing(named);
    if (named != null && !(runSelection instanceof Selected)) {
      return session.selectionRefused(runSelection);
    }
    var refused = refusal(runSelection, named != null);
    return show(refused == null ? explainRun(runSelection) : refused);
  }

  /// Returns the last refusal, if it is about the run that is meant, or any run where none is.
  private @Nullable Explanation refusal(RunSelection runSelection, boolean named) {
    var refused = session.project().lastRefusal();
    if (refused.isEmpty()) {
      return null;
    }
    var id = refused.get().id();
    var dialect = session.project().runs().dialect(id.dialect());
    boolean other = named && runSelection instanceof Selected run && !run.id().equals(id);
    return dialect.isEmpty() || other
        ? null
        : Explanation.of(refused.get(), inspect(dialect.get(), id));
  }

  private Explanation explainRun(RunSelection runSelection) {
    if (runSelection instanceof Selected run) {
      return Explanation.of(session.project().briefs().of(inspect(run.dialect(), run.id())));
    }
    return runSelection instanceof Unclear unclear
        ? Explanation.of(unclear.blocker())
        : Explanation.nothing(((Nothing) runSelection).blocker());
  }

  private Run inspect(Dialect<?> dialect, CheckpointId id) {
    return session.project().runs().inspect(dialect, id);
  }

  private ExitCode show(Explanation explanation) {
    session.show(json(explanation), Views.lines(explanation.text()));
    return ExitCode.SUCCESS;
  }

  /// Returns all fields of the explanation.
  private static JsonObject json(Explanation explanation) {
    var run = explanation.run();
    var at = explanation.at();
    return JsonObject.builder()
        .add("kind", explanation.kind().word())
        .addOrNull("run", run == null ? null : run.toString())
        .add("code", explanation.code())
        .add("fact", explanation.fact())
        .add("source", explanation.source())
        .add("next", explanation.next())
        .addOrNull("at", at == null ? null : Timestamps.millis(at))
        .build();
  }
}
