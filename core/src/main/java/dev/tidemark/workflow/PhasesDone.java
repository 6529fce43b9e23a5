package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.history.GatePassages;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Gate condition: other phases are completed, not skipped. A phase that only an edit of the file
/// completed does not count.
///
/// @param phases which ones; none for all that stand before in the definition
public record PhasesDone(List<PhaseName> phases) implements Condition {
  /// Takes its own copy of the phases.
  public PhasesDone {
    phases = List.copyOf(phases);
  }

  @Override
  public String text() {
    return phases.isEmpty() ? "all phases before are done" : list(phases) + " done";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return List.of();
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var blockers = new ArrayList<Blocker>();
    var gatePassages =
        new GatePassages(gateContext.definition().phaseNames(), gateContext.evidence());
    for (var name : phases.isEmpty() ? before(gateContext) : phases) {
      var phase = gateContext.find(name);
      var status = phase == null ? PhaseStatus.PENDING : phase.status();
      if (status != PhaseStatus.COMPLETE) {
        blockers.add(
            Blocker.refused(
                "phase-open",
                name + " is not done but " + word(status),
                "Finish it: tidemark done " + CommandLines.quoted(name.value())));
      } else if (!gateContext.believesFiles() && !gatePassages.hasEnded(name)) {
        blockers.add(
            Blocker.refused(
                "phase-unproven",
                name + " is complete in the file, but the journal has no record of its end",
                "Record it: tidemark done " + CommandLines.quoted(name.value())));
      }
    }
    return blockers;
  }

  private static List<PhaseName> before(GateContext gateContext) {
    var names = new ArrayList<PhaseName>();
    for (var name : gateContext.definition().phaseNames()) {
      if (name.equals(gateContext.phase())) {
        return names;
      }
      names.add(name);
    }
    return names;
  }

  private static String word(PhaseStatus status) {
    return status.word().replace('_', ' ');
  }

  private static String list(List<?> names) {
    var text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " and ").append(names.get(i));
    }
    return text.append(names.size() == 1 ? " is" : " are").toString();
  }
}
