package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records goals and notes in a document of the unified schema: the goal at its top, notes in the
/// entry of their phase.
final class StateNoteRules {
  private final @Nullable StateCheckpoint before;
  private final Facts facts;

  StateNoteRules(@Nullable StateCheckpoint before, Facts facts) {
    this.before = before;
    this.facts = facts;
  }

  Outcome<StateCheckpoint> amend(AmendPhase amend) {
    var phase = amend.phase();
    if (before == null || phase == null) {
      return Transition.untouched(before);
    }
    var phases = new ArrayList<PhaseName>();
    phases.add(phase);
    for (var note : amend.resolved()) {
      if (note.phase() != null && !phases.contains(note.phase())) {
        phases.add(note.phase());
      }
    }
    var now = before;
    var events = new ArrayList<Event>();
    var notices = new ArrayList<Notice>();
    for (var each : phases) {
      var own = each.equals(phase) ? amend : resolving(amend, each);
      var phaseUpdate = PhaseUpdate.of(own, each, now);
      if (phaseUpdate.merge().data().size() == 0) {
        continue;
      }
      var outcome = new PhaseUpdateRules(now, false, phaseUpdate, facts).outcome(List.of());
      if (!(outcome instanceof Transition<StateCheckpoint> yes)) {
        return outcome;
      }
      now = yes.after() == null ? now : yes.after();
      add(yes.events(), !own.report().artifacts().isEmpty(), events);
      notices.addAll(yes.notices());
    }
    return now.equals(before)
        ? Transition.untouched(before)
        : new Transition<>(now, events, notices);
  }

  private static AmendPhase resolving(AmendPhase amend, PhaseName phase) {
    return new AmendPhase(phase, PhaseReport.NONE, List.of(), amend.resolved());
  }

  /// Notes are described by events of their own; added files by that of the phase.
  private static void add(List<Event> some, boolean files, List<Event> events) {
    for (var event : some) {
      boolean amended =
          event.kind() == Event.Kind.PHASE_AMENDED || event.kind() == Event.Kind.PHASE_QUEUED;
      if (files || !amended) {
        events.add(event);
      }
    }
  }

  Outcome<StateCheckpoint> goal(String goal) {
    if (before == null || before.goal().filter(goal::equals).isPresent()) {
      return Transition.untouched(before);
    }
    var root = DocumentHeader.withGoal(before.root(), goal);
    return Outcome.transition(
        new StateCheckpoint(before.id(), DocumentHeader.stamped(root, facts)), List.of());
  }
}
