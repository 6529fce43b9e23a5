package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.history.Event.ReportKept;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.KeepReport;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records goals and notes in a document of the unified schema: the goal at its top, notes in the
/// entry of their phase, results of external services in an object of their own for each, among the
/// fields that the schema leaves open (R-004-63, R-004-72).
final class StateNoteRules {
  /// The fields of one deployment.
  private static final List<String> OF_DEPLOYMENT =
      List.of("preview_status", "preview_url", "deployment_id", "production_url");

  /// The fields of one issue beside its identifier.
  private static final List<String> OF_ISSUE = List.of("url");

  private static final String IDENTIFIER = "identifier";

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
    var removed = removed(amend);
    for (var known : removed.isEmpty() ? List.<Phase>of() : before.phases()) {
      for (var artifact : known.artifacts()) {
        boolean named = removed.contains(new Artifact(artifact.path(), Artifact.Kind.REMOVED));
        if (named && !phases.contains(known.name())) {
          phases.add(known.name());
        }
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
      if (!(outcome instanceof Transition<StateCheckpoint> transition)) {
        return outcome;
      }
      now = transition.after() == null ? now : transition.after();
      add(transition.events(), !own.report().artifacts().isEmpty(), events);
      notices.addAll(transition.notices());
    }
    return now.equals(before)
        ? Transition.untouched(before)
        : new Transition<>(now, events, notices);
  }

  /// The part of an amendment that is about other phases than its own.
  private static AmendPhase resolving(AmendPhase amend, PhaseName phase) {
    var report = PhaseReport.NONE.withArtifacts(removed(amend));
    return new AmendPhase(phase, report, List.of(), amend.resolved());
  }

  private static List<Artifact> removed(AmendPhase amend) {
    var removed = new ArrayList<Artifact>();
    for (var artifact : amend.report().artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        removed.add(artifact);
      }
    }
    return removed;
  }

  /// Notes are described by events of their own; added files by that of the phase.
  private static void add(List<Event> some, boolean files, List<Event> events) {
    for (var event : some) {
      boolean amended = event instanceof Event.PhaseAmended || event instanceof Event.PhaseQueued;
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
        new StateCheckpoint(before.id(), DocumentHeader.withSaveTime(root, facts)), List.of());
  }

  static Outcome<StateCheckpoint> report(
      CheckpointId id, @Nullable StateCheckpoint before, KeepReport keep, Facts facts) {
    if (before == null && keep.source().equals("vercel")) {
      // A preview is kept with the run of shipping, where there is one.
      return Transition.untouched(null);
    }
    if (before == null) {
      return Outcome.refusal(
          "no-checkpoint",
          "there is no checkpoint for the report of " + keep.source(),
          "List the runs: tidemark list --all");
    }
    if (!KeepReport.SOURCES.contains(keep.source())) {
      throw new IllegalArgumentException("documents have no place for " + keep.source());
    }
    var known = before.root().object(keep.source());
    var merged = merged(keep, known == null ? JsonObject.EMPTY : known);
    if (merged.equals(known)) {
      return Transition.untouched(before);
    }
    var root = DocumentHeader.withSaveTime(before.root().with(keep.source(), merged), facts);
    return Outcome.transition(
        new StateCheckpoint(id, root), List.of(new ReportKept(keep.source(), firstText(keep))));
  }

  /// Merges a report into the service's previous one, and drops the fields of another subject: a
  /// failed preview does not keep the address of the one before it.
  private static JsonObject merged(KeepReport keep, JsonObject known) {
    var report = keep.report();
    var merged = DocumentHeader.overlaid(known, report);
    for (var key : replaced(keep, known)) {
      if (!report.has(key)) {
        merged = merged.without(key);
      }
    }
    return merged;
  }

  private static List<String> replaced(KeepReport keep, JsonObject known) {
    if (keep.source().equals("vercel")) {
      return OF_DEPLOYMENT;
    }
    var named = keep.report().string(IDENTIFIER);
    return named == null || named.equals(known.string(IDENTIFIER)) ? List.of() : OF_ISSUE;
  }

  /// Returns the first text of a report.
  private static String firstText(KeepReport keep) {
    for (var member : keep.report().members()) {
      if (member.value() instanceof JsonString text) {
        return text.value();
      }
    }
    return "";
  }
}
