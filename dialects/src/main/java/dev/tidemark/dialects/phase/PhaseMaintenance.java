package dev.tidemark.dialects.phase;

import static dev.tidemark.checkpoint.Diagnostic.Severity.NOTE;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;

/// Diagnostics of the files beside a checkpoint: gates, specs, the tracker.
final class PhaseMaintenance {
  private static final FactQuery<Boolean> TRACKER = new FactQuery.Exists(".beads");
  private static final FactQuery<Boolean> ISSUES = new FactQuery.Exists(".beads/issues.jsonl");
  private static final FactQuery<Boolean> PROGRAM = new FactQuery.Program("bd");
  private static final List<String> GATES = List.of(GateFile.REVIEW, GateFile.TEST);

  private PhaseMaintenance() {}

  static List<FactQuery<?>> asks(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(TRACKER, ISSUES, PROGRAM));
    for (var gate : GATES) {
      asks.add(ProjectFacts.file(gate));
    }
    var around = new ProjectFacts(known);
    around.askForFolder(asks);
    var folder = around.folderSoFar();
    if (folder != null) {
      asks.add(new FactQuery.Exists(folder));
      asks.add(ProjectFacts.file(folder + "/" + SpecificationFiles.STEPS));
    }
    return asks;
  }

  static List<FileDiagnostic> examine(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    var around = new ProjectFacts(facts);
    GATES.forEach(around::gate);
    var folder = around.folderSoFar();
    if (folder != null && !around.exists(folder)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "no-spec-folder",
              SpecificationFiles.DESIGN
                  + " keeps the active spec in "
                  + folder
                  + ", which is not there",
              "Fix " + SpecificationFiles.DESIGN + ", or make the folder."));
    }
    around.steps(folder);
    for (var notice : around.notices()) {
      boolean gate = notice.code().equals("unusable-gate");
      var hint = gate ? "Write it anew: run the review or the tests." : "Fix the file.";
      diagnostics.add(new FileDiagnostic(WARNING, notice.code(), notice.text(), hint));
    }
    tracker(facts, diagnostics);
    return diagnostics;
  }

  private static void tracker(Facts facts, List<FileDiagnostic> diagnostics) {
    if (!facts.get(TRACKER).orElse(false) || facts.get(PROGRAM).orElse(true)) {
      return;
    }
    boolean file = facts.get(ISSUES).orElse(false);
    diagnostics.add(
        new FileDiagnostic(
            file ? NOTE : WARNING,
            "no-program",
            "the program bd is not there, so "
                + (file ? "ready work is read from .beads/issues.jsonl" : "ready work is unknown"),
            "Install Beads, or leave it."));
  }
}
