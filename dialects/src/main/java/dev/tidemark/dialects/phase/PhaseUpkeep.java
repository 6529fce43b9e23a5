package dev.tidemark.dialects.phase;

import static dev.tidemark.dialect.Ailment.Weight.NOTE;
import static dev.tidemark.dialect.Ailment.Weight.WARNING;

import dev.tidemark.dialect.Ailment;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;

/// Diagnostics of the files beside a checkpoint: gates, specs, the tracker.
final class PhaseUpkeep {
  private static final Ask<Boolean> TRACKER = new Ask.Exists(".beads");
  private static final Ask<Boolean> ISSUES = new Ask.Exists(".beads/issues.jsonl");
  private static final Ask<Boolean> PROGRAM = new Ask.Program("bd");
  private static final List<String> GATES = List.of(Gate.REVIEW, Gate.TEST);

  private PhaseUpkeep() {}

  static List<Ask<?>> asks(Facts known) {
    var asks = new ArrayList<Ask<?>>(List.of(TRACKER, ISSUES, PROGRAM));
    for (var gate : GATES) {
      asks.add(Surroundings.file(gate));
    }
    var around = new Surroundings(known);
    around.askForFolder(asks);
    var folder = around.folderSoFar();
    if (folder != null) {
      asks.add(new Ask.Exists(folder));
      asks.add(Surroundings.file(folder + "/" + SpecState.STEPS));
    }
    return asks;
  }

  static List<Ailment> examine(Facts facts) {
    var ailments = new ArrayList<Ailment>();
    var around = new Surroundings(facts);
    GATES.forEach(around::gate);
    var folder = around.folderSoFar();
    if (folder != null && !around.exists(folder)) {
      ailments.add(
          new Ailment(
              WARNING,
              "no-spec-folder",
              SpecState.DESIGN + " keeps the active spec in " + folder + ", which is not there",
              "Mend " + SpecState.DESIGN + ", or make the folder."));
    }
    around.steps(folder);
    for (var notice : around.notices()) {
      boolean gate = notice.code().equals("unusable-gate");
      var hint = gate ? "Write it anew: run the review or the tests." : "Mend the file.";
      ailments.add(new Ailment(WARNING, notice.code(), notice.text(), hint));
    }
    tracker(facts, ailments);
    return ailments;
  }

  private static void tracker(Facts facts, List<Ailment> ailments) {
    if (!facts.get(TRACKER).orElse(false) || facts.get(PROGRAM).orElse(true)) {
      return;
    }
    boolean file = facts.get(ISSUES).orElse(false);
    ailments.add(
        new Ailment(
            file ? NOTE : WARNING,
            "no-program",
            "the program bd is not there, so "
                + (file
                    ? "ready work is read from .beads/issues.jsonl"
                    : "ready work is not known"),
            "Install Beads, or leave it."));
  }
}
