package dev.tidemark.testkit;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of the [toy dialect][ToyDialects]: any phase may take any step in any order. Notes and
/// tasks have no place in its documents.
final class ToyRules implements Rules<ToyCheckpoint> {
  private final String dialect;
  private final Workflows workflows;

  ToyRules(String dialect, Workflows workflows) {
    this.dialect = dialect;
    this.workflows = workflows;
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable ToyCheckpoint checkpoint, Change change) {
    return List.of(FactQuery.HEAD);
  }

  @Override
  public Set<String> options() {
    return Set.of("word");
  }

  @Override
  public Outcome<ToyCheckpoint> decide(
      CheckpointId id, @Nullable ToyCheckpoint before, Change change, Facts facts) {
    if (change instanceof Change.StartRun start) {
      return start(id, before, start, facts);
    }
    if (before != null) {
      return decide(before, change, facts);
    }
    return change instanceof Change.StartPhase
        ? begun(id, change, facts)
        : Outcome.refusal("no-checkpoint", "there is no " + id, "tidemark list --all");
  }

  /// Begins a phase of a run that has no document: the run begins with it.
  private Outcome<ToyCheckpoint> begun(CheckpointId id, Change change, Facts facts) {
    var start = new Change.StartRun(id.workflow(), id.item(), List.of(), false);
    if (start(id, null, start, facts) instanceof Transition<ToyCheckpoint> run
        && run.after() != null
        && decide(run.after(), change, facts) instanceof Transition<ToyCheckpoint> step
        && step.after() != null) {
      var events = new ArrayList<>(run.events());
      events.addAll(step.events());
      return Outcome.transition(step.after(), events);
    }
    return Outcome.refusal("unknown-workflow", "there is no workflow", "tidemark workflows");
  }

  private Outcome<ToyCheckpoint> decide(ToyCheckpoint before, Change change, Facts facts) {
    return switch (change) {
      case Change.StartPhase it ->
          step(before, it.phase(), PhaseStatus.IN_PROGRESS, it.report(), "", facts);
      case Change.CompletePhase it ->
          step(before, it.phase(), PhaseStatus.COMPLETE, it.report(), "", facts);
      case Change.FailPhase it ->
          step(before, it.phase(), PhaseStatus.FAILED, it.report(), it.reason(), facts);
      case Change.SkipPhase it ->
          step(before, it.phase(), PhaseStatus.SKIPPED, PhaseReport.NONE, it.reason(), facts);
      case Change.MergePhase it ->
          step(before, it.phase(), ToyCheckpoint.status(it.data()), PhaseReport.NONE, "", facts);
      case Change.AmendPhase it -> amend(before, it, facts);
      case Change.ApprovePhase it -> approve(before, it.phase());
      case Change.StateGoal it ->
          Outcome.transition(
              with(before, before.root().with(ToyCheckpoint.GOAL, it.goal()), facts), NONE);
      case Change.SetGate it -> gate(before, it, facts);
      case Change.SaveDocument it ->
          Outcome.transition(
              with(before, it.document(), facts), List.of(new Event.DocumentSaved()));
      case Change.FinishRun finish -> finish(before, facts);
      case Change.ForceGate gate -> Transition.untouched(before);
      case Change.KeepReport report -> Transition.untouched(before);
      case Change.ChangeTask task -> Transition.untouched(before);
      case Change.ResumeRun resume -> Transition.untouched(before);
      case Change.StartRun start -> Transition.untouched(before);
    };
  }

  private static final List<Event> NONE = List.of();

  private static ToyCheckpoint with(ToyCheckpoint before, JsonObject root, Facts facts) {
    var commit = facts.get(FactQuery.HEAD).orElse(Head.NONE).commit();
    var stamped = commit == null ? root : root.with(ToyCheckpoint.COMMIT, commit);
    return new ToyCheckpoint(
        before.id(), stamped.with(ToyCheckpoint.UPDATED, Timestamps.millis(facts.now())));
  }

  private Outcome<ToyCheckpoint> start(
      CheckpointId id, @Nullable ToyCheckpoint before, Change.StartRun start, Facts facts) {
    if (before != null && !before.finished() && !start.fresh()) {
      return Outcome.refusal("unfinished", id + " is unfinished", "tidemark resume --run " + id);
    }
    var defined = workflows.find(dialect, start.workflow());
    if (defined.isEmpty() && !start.any()) {
      return Outcome.refusal("unknown-workflow", "there is no workflow", "tidemark workflows");
    }
    var phases = start.phases();
    if (phases.isEmpty() && defined.isPresent()) {
      phases = defined.get().phaseNames();
    }
    var entries = JsonObject.EMPTY;
    for (var phase : phases) {
      entries = entries.with(phase.value(), JsonObject.EMPTY.with(ToyCheckpoint.STATUS, "pending"));
    }
    var root =
        JsonObject.builder()
            .add("version", 1)
            .add(ToyCheckpoint.WORKFLOW, start.workflow())
            .addIfPresent(ToyCheckpoint.ITEM, start.item())
            .addIfPresent(ToyCheckpoint.GOAL, start.goal())
            .add(ToyCheckpoint.PHASES, entries)
            .build();
    var started =
        start.phases().isEmpty()
            ? new Event.WorkflowStarted(phases)
            : Event.WorkflowStarted.given(phases);
    return new Transition<>(
        with(new ToyCheckpoint(id, root), root, facts),
        List.of(started),
        List.of(),
        List.of(),
        before == null ? List.of() : List.of(new Effect.Archive(true)),
        Outcome.Fate.WRITTEN);
  }

  private static Outcome<ToyCheckpoint> step(
      ToyCheckpoint before,
      PhaseName phase,
      PhaseStatus status,
      PhaseReport report,
      String reason,
      Facts facts) {
    var was = before.entry(phase);
    boolean same = was.has(ToyCheckpoint.STATUS) && ToyCheckpoint.status(was) == status;
    if (same && status == PhaseStatus.IN_PROGRESS && report.equals(PhaseReport.NONE)) {
      return Transition.untouched(before);
    }
    var entry = filled(was, report).with(ToyCheckpoint.STATUS, ToyCheckpoint.word(status));
    entry =
        status == PhaseStatus.FAILED
            ? entry.with(ToyCheckpoint.ERROR, reason)
            : entry.without(ToyCheckpoint.ERROR);
    var root = put(before, phase, entry);
    boolean isCurrent = before.current().filter(phase::equals).isPresent();
    if (status == PhaseStatus.IN_PROGRESS) {
      root = root.with(ToyCheckpoint.CURRENT, phase.value());
    } else if (isCurrent) {
      root = root.without(ToyCheckpoint.CURRENT);
    }
    var events = new ArrayList<Event>();
    if (before.finished()) {
      root = root.without(ToyCheckpoint.COMPLETED);
      events.add(new Event.WorkflowReopened());
    }
    events.add(same ? new Event.PhaseAmended(phase) : event(phase, status, reason));
    events.addAll(decided(was, phase, report));
    return Outcome.transition(with(before, root, facts), events);
  }

  private static Event event(PhaseName phase, PhaseStatus status, String reason) {
    return switch (status) {
      case PENDING -> new Event.PhaseQueued(phase);
      case IN_PROGRESS -> new Event.PhaseStarted(phase);
      case COMPLETE -> new Event.PhaseCompleted(phase);
      case FAILED -> new Event.PhaseFailed(phase, reason);
      case SKIPPED -> new Event.PhaseSkipped(phase, reason);
    };
  }

  private static JsonObject put(ToyCheckpoint before, PhaseName phase, JsonObject entry) {
    return before.root().with(ToyCheckpoint.PHASES, before.entries().with(phase.value(), entry));
  }

  private static JsonObject filled(JsonObject was, PhaseReport report) {
    var entry = was;
    var summary = report.summary();
    if (summary != null) {
      entry = entry.with(ToyCheckpoint.SUMMARY, summary.text());
    }
    for (var file : report.artifacts()) {
      if (file.kind() == Artifact.Kind.REMOVED) {
        entry = excluding(entry, ToyCheckpoint.CREATED, file.path());
        entry = excluding(entry, ToyCheckpoint.MODIFIED, file.path());
        continue;
      }
      boolean modified = file.kind() == Artifact.Kind.MODIFIED;
      var key = modified ? ToyCheckpoint.MODIFIED : ToyCheckpoint.CREATED;
      entry = including(entry, key, file.path());
    }
    for (var decision : report.decisions()) {
      entry = including(entry, ToyCheckpoint.DECISIONS, decision);
    }
    return entry;
  }

  private static JsonObject including(JsonObject entry, String key, String value) {
    var all = new LinkedHashSet<>(entry.strings(key));
    all.add(value);
    return entry.with(key, JsonArray.ofStrings(new ArrayList<>(all)));
  }

  private static JsonObject excluding(JsonObject entry, String key, String value) {
    var left = new ArrayList<>(entry.strings(key));
    return left.remove(value) ? entry.with(key, JsonArray.ofStrings(left)) : entry;
  }

  private static List<Event> decided(JsonObject was, PhaseName phase, PhaseReport report) {
    var events = new ArrayList<Event>();
    for (var decision : report.decisions()) {
      if (!was.strings(ToyCheckpoint.DECISIONS).contains(decision)) {
        events.add(new Event.DecisionRecorded(new Decision(phase, decision)));
      }
    }
    return events;
  }

  private static Outcome<ToyCheckpoint> amend(
      ToyCheckpoint before, Change.AmendPhase amend, Facts facts) {
    var phase = amend.phase();
    var now = before;
    for (var note : amend.resolved()) {
      var about = note.kind() == Note.Kind.DECISION ? note.phase() : null;
      if (about != null) {
        var entry = excluding(now.entry(about), ToyCheckpoint.DECISIONS, note.text());
        now = with(now, put(now, about, entry), facts);
      }
    }
    if (phase == null || (now.equals(before) && amend.report().equals(PhaseReport.NONE))) {
      return Transition.untouched(before);
    }
    var was = now.entry(phase);
    var events = new ArrayList<Event>();
    if (!amend.report().artifacts().isEmpty()) {
      events.add(new Event.PhaseAmended(phase));
    }
    events.addAll(decided(was, phase, amend.report()));
    var root = put(now, phase, filled(was, amend.report()));
    return Outcome.transition(with(now, root, facts), events);
  }

  private Outcome<ToyCheckpoint> approve(ToyCheckpoint before, PhaseName phase) {
    var defined = workflows.find(dialect, before.id().workflow());
    boolean known =
        before.entries().has(phase.value())
            || (defined.isPresent() && defined.get().phaseNames().contains(phase));
    return known
        ? Transition.untouched(before)
        : Outcome.refusal("no-phase", "there is no phase " + phase, "tidemark status");
  }

  private static Outcome<ToyCheckpoint> gate(
      ToyCheckpoint before, Change.SetGate set, Facts facts) {
    var was = before.root().object(ToyCheckpoint.GATE);
    if (!set.gate().equals(Change.SetGate.SHIP)
        || (set.judgement() == Judgement.VOID && was == null)) {
      return Transition.untouched(before);
    }
    if (set.judgement() == Judgement.VOID) {
      return Outcome.transition(
          with(before, before.root().without(ToyCheckpoint.GATE), facts), NONE);
    }
    var blockers = new LinkedHashSet<String>();
    if (was != null && set.judgement() == Judgement.BLOCKED) {
      blockers.addAll(was.strings(ToyCheckpoint.BLOCKERS));
    }
    blockers.addAll(set.blockers());
    var gate =
        JsonObject.builder()
            .add(ToyCheckpoint.PASSED, set.judgement() == Judgement.PASSED)
            .add(ToyCheckpoint.BLOCKERS, new ArrayList<>(blockers))
            .build();
    return Outcome.transition(
        with(before, before.root().with(ToyCheckpoint.GATE, gate), facts), NONE);
  }

  private static Outcome<ToyCheckpoint> finish(ToyCheckpoint before, Facts facts) {
    if (before.finished()) {
      var notice = new Notice("already-complete", before.id() + " is complete already");
      return new Transition<>(before, List.of(), List.of(notice));
    }
    var root =
        before
            .root()
            .without(ToyCheckpoint.CURRENT)
            .with(ToyCheckpoint.COMPLETED, Timestamps.millis(facts.now()));
    return new Transition<>(
        with(before, root, facts),
        List.of(new Event.WorkflowCompleted()),
        List.of(),
        List.of(),
        List.of(new Effect.Archive(false)),
        Outcome.Fate.WRITTEN);
  }
}
