package dev.tidemark.app.command.setup;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.view.history.AdoptView;
import dev.tidemark.app.view.history.AdoptView.Found;
import dev.tidemark.app.view.history.AdoptView.Result;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.diff.ExternalEdit;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The verb `adopt`: records the documents that other tools have left in a project.
///
/// It is optional: the first change of a run records the document it found. It lists the documents
/// in advance, and which of them can be read.
public final class AdoptCommand {
  private final Session session;
  private final AdoptView view;

  public AdoptCommand(Session session) {
    this.session = session;
    this.view = new AdoptView(session.seen(), session.changeMode() == ChangeMode.DRY_RUN);
  }

  /// Specification of `adopt`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "adopt",
        CommandGroup.SETUP,
        WRITES,
        "record existing checkpoint files",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark adopt --dry-run", "list the files and whether they are valid"),
            new Example("tidemark adopt", "record each as the first entry of its journal")));
  }

  public ExitCode adopt() throws IOException {
    var foundRuns = FoundRuns.of(session.project(), true);
    for (var run : foundRuns.runs()) {
      var document = run.document();
      boolean gone = !document.exists() && !run.isMissing();
      if (run.problem() != null || !gone) {
        view.add(inspectFile(run));
      }
    }
    new ProtocolFiles(session.project()).unknownFiles().forEach(view::passOver);
    foundRuns.foreign().forEach(view::passOverForeign);
    var lines = new ArrayList<>(view.lines());
    if (new ProjectFile(session.project().root()).missing().contains(ProjectFile.CONFIG)) {
      lines.add("tidemark init keeps the project's choices; everything works without");
    }
    session.show(view.json(), lines);
    if (view.complete()) {
      return ExitCode.SUCCESS;
    }
    return view.unreadable() ? ExitCode.INVALID : ExitCode.REFUSED;
  }

  private Found inspectFile(Run run) {
    var problem = run.problem();
    if (problem != null) {
      return new Found(run, Result.UNREADABLE, null, 0, problem, repairHint(run));
    }
    if (!run.document().exists()) {
      return new Found(
          run,
          Result.NOT_RECORDED,
          null,
          0,
          MissingDocument.reason(run.dialect(), run.id(), run.document()),
          MissingDocument.hint(run.id(), run.document()));
    }
    ExternalEdit externalEdit = null;
    try {
      var externalEdits = new ExternalEdits(session.project().history());
      externalEdit = externalEdits.pending(run.dialect(), run.id(), run.document()).orElse(null);
      boolean isNew =
          session.project().checkpoints().adopt(run.dialect(), run.id(), session.changeMode());
      return new Found(run, result(run, isNew), externalEdit, findings(run).size(), null, "");
    } catch (StoreException failure) {
      var message = String.valueOf(failure.getMessage());
      return new Found(run, Result.NOT_RECORDED, externalEdit, 0, message, failure.hint());
    }
  }

  private static Result result(Run run, boolean isNew) {
    if (!isNew) {
      return Result.KNOWN;
    }
    return run.document().syncState() == SyncState.UNRECORDED
            || run.document().syncState() == SyncState.JOURNAL_GONE
        ? Result.ADOPTED
        : Result.EDIT_ADOPTED;
  }

  private static List<?> findings(Run run) {
    var text = run.document().text();
    return text == null || !run.document().exists()
        ? List.of()
        : run.dialect().validator().validate(text);
  }

  private static String repairHint(Run run) {
    var path = run.dialect().locator().pathOf(run.id());
    var faults =
        "List the problems: tidemark validate --format "
            + run.dialect().name()
            + " "
            + CommandLines.word(path);
    return run.document().syncState() == SyncState.UNRECORDED
        ? faults
            + "; fix the file and adopt again, or move it away: mv "
            + CommandLines.word(path)
            + " "
            + CommandLines.word(path + ".other")
        : faults + "; or put a recorded state back: " + CommandLines.of("restore", run.id());
  }
}
