package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;

/// The verb `archive`: moves the checkpoint file of a finished run into the archive.
public final class ArchiveCommand {
  private final Session session;

  public ArchiveCommand(Session session) {
    this.session = session;
  }

  /// Specification of `archive`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "archive",
        CommandGroup.HISTORY,
        WRITES,
        "archive the checkpoint file of a finished run",
        List.of(Argument.run("the only finished one")),
        List.of(),
        List.of(new Example("tidemark archive design/auth", "remove the file, keep the history")));
  }

  /// Moves the document of a finished run into the archive.
  public ExitCode archive() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = selected.read(session.project().runs());
    if (!run.document().exists() || run.open()) {
      return unfinished(run);
    }
    if (run.dialect().locator().archiveFolder().isEmpty()
        || session.settings().archiveKeep() == 0) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-archives",
              "no archives are kept for " + run.id(),
              "Archive only files of the format state; archive.keep must not be 0."));
    }
    var path = "";
    if (session.changeMode() == ChangeMode.COMMIT) {
      path =
          session
              .project()
              .archiver()
              .archive(run, new Caller(session.actor(), session.changeMode()))
              .orElse("");
    }
    return archived(run, path);
  }

  private ExitCode archived(Run run, String path) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var document = run.dialect().locator().pathOf(run.id());
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", run.id().toString())
            .add("path", document)
            .addOrNull("archive", dry ? null : path)
            .add("dry_run", dry)
            .build();
    session.confirm(
        json,
        List.of(
            document + (dry ? " would be moved into the archive" : " is now archived as " + path)));
    return ExitCode.SUCCESS;
  }

  private ExitCode unfinished(Run run) {
    return session.problem(
        run.document().exists()
            ? new ProblemView(
                ExitCode.REFUSED.code(),
                "unfinished",
                run.id() + " is unfinished",
                "Finish it first: " + CommandLines.of("finish", run.id()))
            : new ProblemView(
                ExitCode.REFUSED.code(),
                "no-state",
                run.id() + " has no readable document",
                "List the archives: tidemark list --archived"));
  }
}
