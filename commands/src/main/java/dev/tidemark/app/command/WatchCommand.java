package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.RunnerStatus;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TerminalMode;
import dev.tidemark.app.view.run.OverviewView;
import dev.tidemark.app.view.run.OverviewView.Part;
import dev.tidemark.app.view.run.RunActivity;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// The verb `watch`: an overview of all runs. Live at a terminal, until the user ends it; once
/// without a terminal, so that a script terminates.
public final class WatchCommand {
  private final Session session;

  /// Takes the session to act in.
  public WatchCommand(Session session) {
    this.session = session;
  }

  /// Specification of `watch`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "watch",
        CommandGroup.SERVERS,
        READS,
        "show a live overview of all runs",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark watch", "runs that wait for you, are active or stuck"),
            new Example("tidemark watch --json", "once, for a program")));
  }

  /// Shows the overview until it is stopped.
  public ExitCode watch() {
    var outputOptions = session.screen().look();
    var environment = session.place().environment();
    boolean looked = outputOptions.terminal().input() && outputOptions.terminal().output();
    if (!looked || outputOptions.json() || "dumb".equals(environment.get("TERM"))) {
      return showOnce();
    }
    // Problems of the project are reported before the terminal is taken over.
    overview();
    var terminalMode = TerminalMode.keyed(new ProcessRunner(session.project().root(), environment));
    return terminalMode == null
        ? showOnce()
        : new LiveOverview(session, this::overview, terminalMode).watch();
  }

  private ExitCode showOnce() {
    var view = overview();
    var lines = new ArrayList<String>();
    for (var row : view.rows(Integer.MAX_VALUE, true)) {
      if (row.part() == Part.TITLE && !lines.isEmpty()) {
        lines.add("");
      }
      lines.add(row.text());
    }
    boolean json = session.screen().look().json();
    session.show(json ? view.json() : JsonObject.EMPTY, lines.isEmpty() ? noRunsLines() : lines);
    return ExitCode.SUCCESS;
  }

  static List<String> noRunsLines() {
    return List.of("no runs yet; begin one: tidemark start implement/NAME");
  }

  private OverviewView overview() {
    var project = session.project();
    var runListing = RunListing.of(project, true);
    var name = project.root().getFileName();
    var called = name == null ? "/" : name.toString();
    var seen = session.seen();
    var activities = new HashMap<CheckpointId, RunActivity>();
    for (var row : runListing.rows()) {
      var run = row.glance();
      var activity = RunnerStatus.activity(project, run, seen);
      if (activity != null) {
        activities.put(run.id(), activity);
      }
    }
    return new OverviewView(called, runListing.rows(), runListing.left(), activities, seen);
  }
}
