package dev.tidemark.app.command.setup;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.library.Project;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;

/// Store check: the auxiliary files of a store: its folders, the remains of interrupted writers,
/// and the archived copies, each of which is read.
final class StoreCheck {
  private final Project project;
  private final DiagnosticReport diagnosticReport;

  StoreCheck(Project project, DiagnosticReport diagnosticReport) {
    this.project = project;
    this.diagnosticReport = diagnosticReport;
  }

  void examine() {
    try {
      var dialects = new ArrayList<>(project.runs().names());
      dialects.addAll(project.runs().parts());
      for (var diagnostic : project.maintenance().diagnose(dialects)) {
        diagnostic(diagnostic);
      }
    } catch (StoreException failure) {
      diagnosticReport.failed(failure);
    }
    for (var dialect : project.runs().names()) {
      copies(dialect);
    }
  }

  private void diagnostic(StoreDiagnostic diagnostic) {
    switch (diagnostic.kind()) {
      case MODES ->
          repair(
              new Diagnostic(
                  Severity.WARNING,
                  "modes",
                  "",
                  diagnostic.message(),
                  "Run tidemark doctor --fix, or: chmod -R go-rwx "
                      + CommandLines.quoted(diagnostic.path())),
              "Kept from others.",
              diagnostic);
      case LEFT_OVER -> leftOver(diagnostic);
      case UNREADABLE -> unreadable(diagnostic);
      case READ_ONLY ->
          diagnosticReport.add(
              Severity.ERROR,
              "read-only",
              diagnostic.message(),
              "Let yourself write there: chmod u+w, or as its owner; or mount it for writing.");
      case NO_FOLDER ->
          diagnosticReport.add(
              Severity.ERROR,
              "no-folder",
              diagnostic.message(),
              "Move it away, and put the folder back from a backup if there is one.");
      case LEADS_OUT ->
          diagnosticReport.add(
              Severity.ERROR,
              "leads-out",
              diagnostic.message(),
              "Replace the link by a real folder or file: nothing is written through it.");
    }
  }

  private void leftOver(StoreDiagnostic diagnostic) {
    if (diagnostic.isRepairable()) {
      var hint = "Nothing to do: the next change of that run removes it.";
      repair(
          new Diagnostic(Severity.NOTE, "left-over", "", diagnostic.message(), hint),
          "Removed.",
          diagnostic);
    } else {
      var hint = "Delete it when you are sure that no process writes it.";
      diagnosticReport.add(Severity.NOTE, "left-over", diagnostic.message(), hint);
    }
  }

  private void repair(Diagnostic diagnostic, String done, StoreDiagnostic found) {
    diagnosticReport.repair(diagnostic, done, () -> project.maintenance().repair(found));
  }

  /// Problems that make a run unreadable are reported with the run.
  private void unreadable(StoreDiagnostic diagnostic) {
    if (!diagnosticReport.isReported(diagnostic.path())) {
      diagnosticReport.reported(diagnostic.path());
      diagnosticReport.add(
          Severity.ERROR,
          "closed",
          diagnostic.message(),
          "Let yourself read it: chmod u+rwX, or as its owner.");
    }
  }

  private void copies(String dialect) {
    var copies = new ArrayList<Archived>();
    try {
      copies.addAll(project.archives().list(dialect));
    } catch (StoreUnavailableException failure) {
      // The reason of an inaccessible folder was reported with the folder.
      var folder = project.runs().dialect(dialect).flatMap(it -> it.locator().archiveFolder());
      if (folder.isEmpty() || !diagnosticReport.isReported(folder.get())) {
        diagnosticReport.failed(failure);
      }
    }
    for (var copy : copies) {
      try {
        project.archives().read(copy);
      } catch (StoreException failure) {
        diagnosticReport.add(
            Severity.ERROR,
            "archive",
            String.valueOf(failure.getMessage()),
            "Restore it from a backup, or delete it; the journal of the run is not affected: "
                + CommandLines.of("history", copy.id()));
      }
    }
  }
}
