package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.setup.DiagnosticReport.Complaint;
import dev.tidemark.app.command.setup.DiagnosticReport.Weight;
import dev.tidemark.library.Project;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.Flaw;
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
      for (var flaw : project.upkeep().flaws(dialects)) {
        flaw(flaw);
      }
    } catch (StoreException failure) {
      diagnosticReport.failed(failure);
    }
    for (var dialect : project.runs().names()) {
      copies(dialect);
    }
  }

  private void flaw(Flaw flaw) {
    switch (flaw.kind()) {
      case MODES ->
          cure(
              new Complaint(
                  Weight.WARNING,
                  "modes",
                  flaw.text(),
                  "Run tidemark doctor --fix, or: chmod -R go-rwx .tidemark"),
              "Kept from others.",
              flaw);
      case LEFT_OVER -> leftOver(flaw);
      case UNREADABLE -> unreadable(flaw);
      case READ_ONLY ->
          diagnosticReport.complain(
              Weight.ERROR,
              "read-only",
              flaw.text(),
              "Let yourself write there: chmod u+w, or as its owner; or mount it for writing.");
      case NO_FOLDER ->
          diagnosticReport.complain(
              Weight.ERROR,
              "no-folder",
              flaw.text(),
              "Move it away, and put the folder back from a backup if there is one.");
      case LEADS_OUT ->
          diagnosticReport.complain(
              Weight.ERROR,
              "leads-out",
              flaw.text(),
              "Replace the link by a real folder or file: nothing is written through it.");
    }
  }

  private void leftOver(Flaw flaw) {
    if (flaw.mendable()) {
      var hint = "Nothing to do: the next change of that run removes it.";
      cure(new Complaint(Weight.NOTE, "left-over", flaw.text(), hint), "Removed.", flaw);
    } else {
      var hint = "Delete it when you are sure that no process writes it.";
      diagnosticReport.complain(Weight.NOTE, "left-over", flaw.text(), hint);
    }
  }

  private void cure(Complaint complaint, String done, Flaw flaw) {
    diagnosticReport.cure(complaint, done, () -> project.upkeep().mend(flaw));
  }

  /// Problems that make a run unreadable are reported with the run.
  private void unreadable(Flaw flaw) {
    if (!diagnosticReport.isReported(flaw.path())) {
      diagnosticReport.reported(flaw.path());
      diagnosticReport.complain(
          Weight.ERROR,
          "closed",
          flaw.text(),
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
        diagnosticReport.complain(
            Weight.ERROR,
            "archive",
            String.valueOf(failure.getMessage()),
            "Restore it from a backup, or delete it; the journal of the run is not affected: "
                + "tidemark history --run "
                + copy.id());
      }
    }
  }
}
