package dev.tidemark.app.command.setup;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.terminal.ProgressLine;
import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.context.InterruptedChanges;
import dev.tidemark.engine.run.DefinitionChange;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.library.Project;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.workflow.policy.CommandLines;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The verb `doctor`: diagnoses problems around the runs of a project, prints a remedy for each,
/// and with `--fix` applies the safe ones (R-USR-02).
///
/// Dialects and store define the checks; this class runs them and prints the result.
public final class DoctorCommand {
  private final Session session;
  private final Project project;
  private final DiagnosticReport diagnosticReport;

  private final List<Diagnostic> agents;
  private final Map<CheckpointId, Verification> verified = new HashMap<>();

  /// @param session the session to act in
  /// @param agents the problems of the agents' hooks
  public DoctorCommand(Session session, List<Diagnostic> agents) {
    this.session = session;
    this.agents = List.copyOf(agents);
    this.project = session.project();
    this.diagnosticReport =
        new DiagnosticReport(
            project.root(), session.call().has("fix") && !session.call().has("dry-run"));
  }

  /// Specification of `doctor`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "doctor",
            CommandGroup.SETUP,
            READS,
            "check for damage, leftovers and wrong settings",
            List.of(),
            List.of(Option.flag("fix", "repair what can be repaired safely")),
            List.of(
                new Example("tidemark doctor", "check only; exit code 1 if there is an error"),
                new Example("tidemark doctor --fix", "and repair")))
        .mode("fix", WRITES_RUN, List.of(), List.of());
  }

  /// Checks the project and prints the problems.
  public ExitCode examine() {
    var foundRuns = read();
    var used = SetupCommands.dialectsInUse(session);
    new GitRules(session, diagnosticReport).examine(used);
    foundRuns.unlisted().forEach(diagnosticReport::failed);
    for (var file : project.workflows().broken()) {
      diagnosticReport.add(
          Severity.ERROR,
          Workflows.BROKEN,
          file.problem(),
          "Fix the file: its runs stand still until then.");
    }
    for (var ignored : project.workflows().ignored()) {
      diagnosticReport.add(Severity.WARNING, "unknown-key", ignored, "Remove it from the file.");
    }
    var runs = foundRuns.runs();
    runs.forEach(this::run);
    finishedByOtherGates(runs);
    interrupted();
    var lookalikes = new LookalikeFiles(project, diagnosticReport, foundRuns.foreign());
    for (var dialect : project.runs().dialects()) {
      for (var fileDiagnostic : project.dialectDiagnostics().diagnose(dialect)) {
        if (!lookalikes.isForeign(fileDiagnostic.diagnostic().subject())) {
          aroundDocuments(fileDiagnostic);
        }
      }
    }
    lookalikes.examine();
    new StoreCheck(project, diagnosticReport).examine();
    house();
    new ServiceSettings(session, diagnosticReport).examine();
    agents.forEach(diagnosticReport::add);
    return diagnosticReport.report(session);
  }

  /// Reads the runs, and verifies each while the store still knows what it has just read; unless it
  /// may be repaired before.
  private FoundRuns read() {
    try (var progressLine = new ProgressLine(session.screen(), project::now, "verifying", 0)) {
      return FoundRuns.of(
          project,
          true,
          run -> {
            if (!diagnosticReport.isRepairing()) {
              verified.put(run.id(), verify(run.id()));
            }
            progressLine.step();
          });
    }
  }

  /// What a journal and its document lack.
  ///
  /// @param failure why they could not be verified; null if they were
  private record Verification(List<Diagnostic> problems, @Nullable StoreException failure) {}

  private Verification verify(CheckpointId id) {
    try {
      return new Verification(project.history().verify(id), null);
    } catch (StoreException failure) {
      return new Verification(List.of(), failure);
    }
  }

  private void aroundDocuments(FileDiagnostic fileDiagnostic) {
    if (fileDiagnostic.repair().isEmpty()) {
      diagnosticReport.add(fileDiagnostic.diagnostic());
    } else {
      diagnosticReport.repair(
          fileDiagnostic.diagnostic(),
          "Done.",
          () -> project.dialectDiagnostics().repair(fileDiagnostic).isEmpty());
    }
  }

  private void run(Run run) {
    var path = run.dialect().locator().pathOf(run.id());
    var problem = run.problem();
    if (problem != null && !run.document().exists()) {
      closed(run);
      return;
    }
    if (problem != null) {
      diagnosticReport.reported(path);
      diagnosticReport.add(
          Severity.ERROR,
          UnreadableDocument.code(run),
          path + ": " + problem,
          UnreadableDocument.hint(run));
    } else if (run.isMissing()) {
      diagnosticReport.add(
          Severity.ERROR,
          MissingDocument.MISSING,
          MissingDocument.reason(run.dialect(), run.id(), run.document()),
          MissingDocument.hint(run.id(), run.document()));
    } else if (run.document().syncState() == SyncState.EDITED) {
      edited(run, path);
    } else if (run.document().syncState() == SyncState.HALF_PUBLISHED) {
      halfPublished(run, path);
    }
    if (problem == null && run.document().exists()) {
      form(run, path);
    }
    for (var notice : run.open() ? DefinitionChange.notices(run) : List.<Notice>of()) {
      var hint = "See its phases and gates: " + CommandLines.of("status", run.id());
      var message = run.id() + ": " + notice.text();
      diagnosticReport.add(Severity.NOTE, DefinitionChange.CODE, message, hint);
    }
    journal(run);
  }

  private void finishedByOtherGates(List<Run> runs) {
    var finished = new ArrayList<String>();
    for (var run : runs) {
      if (!run.open() && !DefinitionChange.notices(run).isEmpty()) {
        finished.add(run.id().toString());
      }
    }
    if (!finished.isEmpty()) {
      diagnosticReport.add(
          Severity.NOTE,
          DefinitionChange.CODE,
          "finished runs whose gates were passed by another definition than the present one: "
              + String.join(", ", finished),
          "See which gates: tidemark gate RUN");
    }
  }

  /// An inaccessible run can neither be checked nor verified.
  private void closed(Run run) {
    try {
      project.store().find(run.id());
    } catch (DamagedException _) {
      journal(run);
    } catch (ForbiddenException failure) {
      // A link that leads out is named by the check of the files.
      var path = run.dialect().locator().pathOf(run.id());
      if (new ProjectFile(project.root()).isInside(path)) {
        diagnosticReport.failed(failure);
      }
    } catch (StoreUnavailableException failure) {
      diagnosticReport.reported(failure);
      diagnosticReport.add(
          Severity.ERROR,
          "unavailable",
          String.valueOf(failure.getMessage()),
          "Make it readable, or move it away; other runs are not affected.");
    } catch (StoreException failure) {
      diagnosticReport.failed(failure);
    }
  }

  private void edited(Run run, String path) {
    diagnosticReport.repair(
        new Diagnostic(
            Severity.NOTE,
            "edited-outside",
            "",
            path + " was changed outside Tidemark",
            "Nothing to do: the next change records it."),
        "Recorded.",
        () -> project.checkpoints().adopt(run.dialect(), run.id(), ChangeMode.COMMIT));
  }

  private void halfPublished(Run run, String path) {
    diagnosticReport.repair(
        new Diagnostic(
            Severity.WARNING,
            "repair-pending",
            "",
            path + " is one step behind its journal, because a writer was stopped",
            "The next change repairs it, or: tidemark doctor --fix"),
        "Brought up to date.",
        () -> repaired(run));
  }

  private boolean repaired(Run run) {
    project.store().repair(run.id());
    return true;
  }

  private void interrupted() {
    var changes = project.interrupted();
    for (var id : changes.runs()) {
      var left = pendingEffects(changes, id);
      var dialect = project.runs().dialect(id.dialect()).orElse(null);
      if (!left.isEmpty() && dialect != null) {
        diagnosticReport.repair(
            new Diagnostic(
                Severity.WARNING,
                "interrupted",
                "",
                "an interrupted change of " + id + " left undone: " + String.join(", ", left),
                "The next change of the run completes it, or: tidemark doctor --fix"),
            "Completed.",
            () -> changes.recover(dialect, id).failures().isEmpty());
      }
    }
  }

  private List<String> pendingEffects(InterruptedChanges changes, CheckpointId id) {
    var left = new ArrayList<String>();
    try {
      for (var effect : changes.pendingEffects(id)) {
        left.add(effect.description());
      }
    } catch (StoreException failure) {
      diagnosticReport.failed(failure);
    }
    return left;
  }

  private void form(Run run, String path) {
    var text = run.document().text();
    int faults = 0;
    for (var finding : run.dialect().validator().validate(text == null ? "" : text)) {
      faults += finding.severity() == Diagnostic.Severity.ERROR ? 1 : 0;
    }
    if (faults > 0) {
      diagnosticReport.add(
          Severity.WARNING,
          "off-contract",
          path + " violates its format in " + faults + " places",
          "See them: " + CommandLines.of("validate", run.id()));
    }
  }

  /// Problems of the document itself are reported above, with their own remedy.
  private void journal(Run run) {
    var known = verified.get(run.id());
    var verification = known == null ? verify(run.id()) : known;
    for (var problem : verification.problems()) {
      if (HistoryDiagnostics.isOfDocument(problem)) {
        continue;
      }
      // If the document equals the previous record, no change reached further than that.
      boolean torn = problem.code().equals(HistoryDiagnostics.TORN);
      if (torn && run.document().syncState() == SyncState.RECORDED) {
        cutShort(run, problem);
        continue;
      }
      diagnosticReport.add(
          Severity.ERROR, "journal", problem.message(), HistoryDiagnostics.RESTORE);
    }
    var failure = verification.failure();
    if (failure != null) {
      diagnosticReport.reported(failure);
      diagnosticReport.add(
          Severity.ERROR, "journal", String.valueOf(failure.getMessage()), failure.hint());
    }
  }

  private void cutShort(Run run, Diagnostic problem) {
    diagnosticReport.repair(
        new Diagnostic(
            Severity.WARNING,
            "cut-short",
            "",
            problem.message() + ": a writer was stopped while recording",
            problem.hint()),
        "Put aside.",
        () -> repaired(run));
  }

  /// Files that only a person can judge.
  private void house() {
    var files = new ProtocolFiles(project);
    for (var dialect : project.runs().dialects()) {
      for (var root : dialect.locator().roots()) {
        for (var name : files.readable(root)) {
          reportLeftoverFile(root + name, name);
        }
        folder(dialect, root);
      }
    }
  }

  private void reportLeftoverFile(String path, String name) {
    if (name.contains(".corrupt-")) {
      diagnosticReport.add(
          Severity.NOTE,
          "set-aside",
          path + " is an unreadable document that was set aside",
          "Delete it when you no longer need it.");
    } else if (name.endsWith(".tmp")) {
      diagnosticReport.add(
          Severity.NOTE,
          "other-temp",
          path + " is a temporary file of another program",
          "Delete it when that program does not run any more.");
    }
  }

  private void folder(Dialect<?> dialect, String root) {
    if (root.endsWith("/") && Files.isRegularFile(project.root().resolve(root))) {
      diagnosticReport.add(
          Severity.ERROR,
          "no-folder",
          root.substring(0, root.length() - 1)
              + " is a file, but the format "
              + dialect.name()
              + " keeps its documents in a folder of that name",
          "Move the file away.");
    }
  }
}
