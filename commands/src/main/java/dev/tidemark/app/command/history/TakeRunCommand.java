package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.OtherRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.OtherWorkTrees.TreeRun;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// `restore --here`: takes a run of a removed work tree into this one, with its journal.
final class TakeRunCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;

  TakeRunCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Takes the run; of several removed work trees, that of the one with the newest change.
  ExitCode take() {
    var name = parsedCommand.value("run");
    if (name == null || parsedCommand.has("to") || parsedCommand.has("from")) {
      return session.misused(
          "here-alone",
          "--here takes the name of a run, and neither --to nor --from",
          "Name a run of a removed work tree: tidemark list --all");
    }
    var found = session.project().otherWorkTrees().find(name, session.usualDialect());
    var removed = new ArrayList<TreeRun>();
    for (var run : found) {
      if (run.tree().isRemoved()) {
        removed.add(run);
      }
    }
    if (removed.isEmpty()) {
      return session.problem(none(name, found));
    }
    OtherRuns.checkSame(name, removed);
    return take(removed.getFirst());
  }

  private static ProblemView none(String name, List<TreeRun> existing) {
    return existing.isEmpty()
        ? new ProblemView(
            ExitCode.REFUSED.code(),
            "no-run",
            "no removed work tree has a run " + name,
            "List the runs: tidemark list --all")
        : new ProblemView(
            ExitCode.REFUSED.code(),
            "work-tree-exists",
            existing.getFirst().run().id()
                + " belongs to "
                + OtherRuns.shown(existing.getFirst()).place()
                + ", which was not removed",
            "Work at it there: " + OtherRuns.shown(existing.getFirst()).command());
  }

  private ExitCode take(TreeRun run) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var id = run.run().id();
    try {
      var paths = session.project().otherWorkTrees().take(run, dry);
      var json =
          JsonObject.builder()
              .add("ok", true)
              .add("run", id.toString())
              .add("work_tree", run.tree().root().toString())
              .add("files", paths)
              .add("dry_run", dry)
              .build();
      var what = dry ? " would be taken from " : " is taken from ";
      session.confirm(
          json,
          List.of(
              id + what + OtherRuns.shown(run).place(), "next: " + CommandLines.of("resume", id)));
      return ExitCode.SUCCESS;
    } catch (ConflictException differs) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "run-exists",
              "this work tree has another run " + id + "; nothing was restored",
              "Look at both: " + CommandLines.of("history", id)));
    }
  }
}
