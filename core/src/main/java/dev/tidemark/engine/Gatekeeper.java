package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.GateEvaluator.ClosedGate;
import dev.tidemark.engine.Gatekeeper.GateResult;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Event;
import dev.tidemark.history.GatePassages;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.GateContext;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Gate evaluation of one change, in every dialect and in the order of the workflow: the gates of
/// the phases that it begins, ends or skips, and before them those of every earlier phase that has
/// not passed its own. Each fact is fetched once. A workflow without gates costs one lookup of its
/// definition.
final class Gatekeeper {
  private final ProjectContext projectContext;
  private final FactCollector factCollector;
  private final Map<String, List<Blocker>> refused = new HashMap<>();
  private ChangeRequest request;
  private Facts facts;
  private GateResult passing = new GateResult();

  Gatekeeper(ProjectContext projectContext, FactCollector factCollector, ChangeRequest request) {
    this.projectContext = projectContext;
    this.factCollector = factCollector;
    this.request = request;
    this.facts = request.facts();
  }

  /// Result of evaluating the gates of a change.
  ///
  /// @param blockers the reasons of a refusal; none if the change is allowed
  /// @param claims the claims to record with the change
  /// @param notices the warnings
  record GateResult(List<Blocker> blockers, List<Claim> claims, List<Notice> notices) {
    /// No gate was evaluated yet.
    GateResult() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /// Returns the same with claims added.
    GateResult withClaims(List<Claim> more) {
      var all = new ArrayList<>(claims);
      all.addAll(more);
      return new GateResult(blockers, all, notices);
    }
  }

  /// Asks the gates that a change has to pass: those of every phase that it begins, ends or skips,
  /// and of every phase before these that has not passed its own. The end of a run evaluates all
  /// gates.
  ///
  /// @param transition the transition
  GateResult pass(Transition<?> transition, List<PhaseTransitions.Step> steps) {
    var change = request.change();
    var evidence = new EvidenceRecording(projectContext, factCollector);
    if (change instanceof Change.SetGate || change instanceof Change.ForceGate) {
      return evidence.verdict(request, change, transition);
    }
    boolean ends = ends(transition, !steps.isEmpty());
    boolean approves = change instanceof Change.ApprovePhase;
    if (!ChangeExecutor.isNew(transition.events())) {
      undecided(steps, ends);
    }
    if (!passing.blockers().isEmpty()) {
      return passing;
    }
    if (steps.isEmpty() && !(change instanceof Change.StartRun) && !ends) {
      return change instanceof Change.FailPhase ? evidence.failed(request, transition) : passing;
    }
    if (approves) {
      passing = evidence.approval(request, steps.getFirst().key(), !transition.events().isEmpty());
    }
    // Evidence of an earlier run opens no gate of a new one.
    request = ChangeExecutor.isNew(transition.events()) ? request.withoutEvidence() : request;
    if (change instanceof Change.StartRun start) {
      begin(start, transition);
    }
    for (var step : approves ? steps.subList(1, steps.size()) : steps) {
      var found = definition(step.key().workflow());
      if (found != null) {
        step(step, found);
      }
    }
    var definition =
        ends ? definition(workflow(request.dialect(), request.id(), request.checkpoint())) : null;
    if (definition != null) {
      until(null, definition);
      ended(definition);
    }
    return passing;
  }

  /// Returns the blockers of the end of a run, those of its closed gates before its open phases; of
  /// any other change, only its own.
  List<Blocker> withClosed(List<Blocker> own) {
    boolean ends = request.change() instanceof Change.FinishRun && OpenPhases.isAmong(own);
    if (!ends) {
      return own;
    }
    undecided(List.of(), true);
    var definition = definition(workflow(request.dialect(), request.id(), request.checkpoint()));
    if (definition != null) {
      until(null, definition);
    }
    var all = new ArrayList<>(passing.blockers());
    all.addAll(own);
    return all;
  }

  /// A phase with an undecided merge conflict is closed, and so are the phases after it and the end
  /// of the run: they build on it.
  private void undecided(List<PhaseTransitions.Step> steps, boolean ends) {
    var checkpoint = request.checkpoint();
    if (checkpoint == null || (steps.isEmpty() && !ends)) {
      return;
    }
    var conflicts = checkpoint.conflicts();
    if (conflicts.isEmpty()) {
      return;
    }
    var names = new ArrayList<PhaseName>();
    checkpoint.phases().forEach(phase -> names.add(phase.name()));
    int last = ends ? Integer.MAX_VALUE : -1;
    for (var step : steps) {
      int at = names.indexOf(step.key().phase());
      last = Math.max(last, at < 0 ? Integer.MAX_VALUE : at);
    }
    for (var conflict : conflicts) {
      var phase = conflict.phase();
      if (ends || (phase != null && names.indexOf(phase) <= last)) {
        passing
            .blockers()
            .add(
                new Blocker(
                    Blocker.Kind.GATE,
                    "merge-undecided",
                    (phase == null ? request.id() : "phase " + phase)
                        + " has an undecided merge conflict: "
                        + conflict.text(),
                    "Ask the user to decide: "
                        + CommandLines.of("merge --take ours", request.id())
                        + " (or theirs)"));
      }
    }
  }

  private boolean ends(Transition<?> transition, boolean moves) {
    if (request.change() instanceof Change.FinishRun finish) {
      return finish.abandoned() == null;
    }
    for (var event : transition.events()) {
      if (event instanceof Event.WorkflowCompleted) {
        return true;
      }
    }
    var there = request.checkpoint();
    var after = transition.after();
    return after != null && after.finished() && (moves || there == null || !there.finished());
  }

  /// Returns the workflow of a run: in a document with several workflows, that of its phases.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  static <C extends Checkpoint> String workflow(
      Dialect<C> dialect, CheckpointId id, @Nullable Checkpoint checkpoint) {
    if (checkpoint == null || checkpoint.phases().isEmpty()) {
      return id.workflow();
    }
    var first = checkpoint.phases().getFirst().name();
    return dialect.rules().phaseKey(id, (C) checkpoint, first).workflow();
  }

  /// Returns whether a workflow has gates and the journal does not record that a phase ended.
  boolean isUnproven(PhaseKey key) {
    var found = projectContext.definition(request.dialect().name(), key.workflow()).orElse(null);
    return found != null
        && found.hasGates()
        && !new GatePassages(found.phaseNames(), request.evidence()).hasEnded(key.phase());
  }

  /// Returns the workflow if it has gates that are asked now, or had some when the run was started:
  /// the passages of such a run are recorded, whatever became of its definition.
  private @Nullable WorkflowDefinition definition(String workflow) {
    var dialect = request.dialect().name();
    var found = projectContext.definition(dialect, workflow).orElse(null);
    if (found == null || !found.hasGates()) {
      if (!request.evidence().startedWithGates()) {
        return null;
      }
      return found == null ? WorkflowDefinition.undefined(dialect, workflow) : found;
    }
    boolean later = found.isBuiltIn() && request.caller().countsAsEdit();
    return later ? null : found;
  }

  private void begin(Change.StartRun start, Transition<?> transition) {
    var found = ChangeExecutor.isNew(transition.events()) ? definition(start.workflow()) : null;
    if (found == null) {
      return;
    }
    passing.claims().add(new Claim.GatePassed(null, false, commit()));
    for (var phase : found.phases()) {
      if (!start.phases().isEmpty()
          && !start.phases().contains(phase.name())
          && phase.hasMandatoryGate()) {
        passing.blockers().add(leftOut(phase.name(), start));
      }
    }
  }

  private static Blocker leftOut(PhaseName phase, Change.StartRun start) {
    return new Blocker(
        Blocker.Kind.GATE,
        "gated-phase-left-out",
        "phase "
            + phase
            + " of "
            + start.workflow()
            + " has a mandatory gate and is not among the phases",
        "Add " + phase + " to --phases, or leave --phases out");
  }

  /// Evaluates every gate of a workflow, independent of a transition.
  List<GateState> states(WorkflowDefinition definition) {
    var states = new ArrayList<GateState>();
    for (var phase : definition.phases()) {
      if (!phase.gates().isEmpty()) {
        var gateContext = gateContext(phase.name(), definition, phase.gates());
        for (var gate : phase.gates()) {
          var condition = gate.condition();
          var proof = condition.proof(gateContext);
          var inputs = condition.inputs(gateContext);
          var blockers = gate.blockers(gateContext);
          states.add(new GateState(phase.name(), gate, blockers, proof, inputs));
        }
      }
    }
    return states;
  }

  /// Returns the first closed gate before the work at a phase; null if none is.
  ///
  /// @param phase the phase; absent for the end of the run
  /// @param begun whether the document has the phase in progress
  @Nullable ClosedGate firstClosed(
      WorkflowDefinition definition, @Nullable PhaseName phase, boolean begun) {
    if (phase != null && definition.find(phase) == null) {
      return null;
    }
    var gatePassages = gatePassages(definition);
    for (var earlier : definition.phases()) {
      boolean own = earlier.name().equals(phase);
      boolean passed = gatePassages.hasBegun(earlier.name());
      // The command line asks a service when its gate is to be passed.
      var gates = new ArrayList<>(earlier.gates());
      gates.removeIf(gate -> gate.condition().isOptional());
      if (!own && !gatePassages.isThrough(earlier.name())) {
        ask(earlier.name(), definition, gates, !passed, true);
      } else if (own && begun && !passed) {
        ask(earlier.name(), definition, gates, true, false);
      }
      if (!passing.blockers().isEmpty()) {
        return new ClosedGate(earlier.name(), passing.blockers().getFirst());
      }
      if (own) {
        return null;
      }
    }
    return null;
  }

  /// Asks the gates that a step has to pass.
  private void step(PhaseTransitions.Step step, WorkflowDefinition definition) {
    var phase = step.key().phase();
    if (definition.find(phase) != null) {
      until(phase, definition);
    }
    var gatePassages = gatePassages(definition);
    if (step.skipped()) {
      var skipped = definition.find(phase);
      if (skipped != null && !skipped.gates().isEmpty()) {
        ask(phase, definition, skipped.gates(), !gatePassages.hasBegun(phase), true);
        cleared(phase, definition);
      }
      return;
    }
    boolean begins = !gatePassages.hasBegun(phase);
    ask(phase, definition, definition.gates(phase), begins, step.ended());
    if (begins) {
      passed(phase, false, definition);
    }
    if (step.ended()) {
      passed(phase, true, definition);
    }
  }

  private void passed(PhaseName phase, boolean ended, WorkflowDefinition definition) {
    var digest = definition.gateDigest(phase);
    passing.claims().add(new Claim.GatePassed(phase, ended, commit(), digest));
  }

  private void ended(WorkflowDefinition definition) {
    var digest = definition.gateDigest(null);
    if (digest != null) {
      passing.claims().add(new Claim.GatePassed(null, true, commit(), digest));
    }
  }

  private void cleared(PhaseName phase, WorkflowDefinition definition) {
    passing.claims().add(new Claim.GateCleared(phase, commit(), definition.gateDigest(phase)));
  }

  /// Asks the gates of the phases before another that have not passed them.
  ///
  /// @param phase the other; absent for the end of the run
  private void until(@Nullable PhaseName phase, WorkflowDefinition definition) {
    var gatePassages = gatePassages(definition);
    for (var earlier : definition.phases()) {
      if (earlier.name().equals(phase)) {
        return;
      }
      if (!earlier.gates().isEmpty() && !gatePassages.isThrough(earlier.name())) {
        evaluateSkippedGates(earlier, definition, gatePassages);
      }
    }
  }

  private void evaluateSkippedGates(
      PhaseDefinition phase, WorkflowDefinition definition, GatePassages gatePassages) {
    boolean begun = gatePassages.hasBegun(phase.name());
    ask(phase.name(), definition, phase.gates(), !begun, true);
    if (!begun) {
      cleared(phase.name(), definition);
    }
  }

  private void ask(
      PhaseName phase,
      WorkflowDefinition definition,
      List<Gate> gates,
      boolean begins,
      boolean ends) {
    var asked = new ArrayList<Gate>();
    for (var gate : gates) {
      if (gate.moment().isAsked(begins, ends)) {
        asked.add(gate);
      }
    }
    if (asked.isEmpty()) {
      return;
    }
    var gateContext = gateContext(phase, definition, asked);
    for (var gate : asked) {
      judge(gate, gateContext);
    }
  }

  /// Returns a context in which every question of the gates is answered.
  private GateContext gateContext(
      PhaseName phase, WorkflowDefinition definition, List<Gate> gates) {
    boolean trusts = projectContext.trustsFiles();
    facts =
        factCollector.collect(
            request.id(),
            facts,
            known -> {
              var gateContext = request.gateContext(phase, definition, known, trusts);
              var asks = new ArrayList<FactQuery<?>>();
              for (var gate : gates) {
                asks.addAll(gate.asks(gateContext));
              }
              return asks;
            });
    return request.gateContext(phase, definition, facts, trusts);
  }

  private void judge(Gate gate, GateContext gateContext) {
    var closed = gate.blockers(gateContext);
    if (closed.isEmpty()) {
      for (var notice : gate.condition().notices(gateContext)) {
        if (!passing.notices().contains(notice)) {
          passing.notices().add(notice);
        }
      }
      return;
    }
    var reason = request.caller().options().value(Gate.ANYWAY);
    if (gate.mandatory() || reason == null || reason.isBlank()) {
      var reasons = gate.condition().blockers(gateContext);
      // The gate of a later phase that is closed for the same reasons adds nothing.
      if (!reasons.equals(refused.put(gate.name(), reasons))) {
        passing.blockers().addAll(closed);
      }
      return;
    }
    var subject = gate.name() + " of " + gateContext.phase();
    var treePosition = new TreePosition(commit(), null);
    passing.claims().add(new Claim.Bypass(subject, reason, treePosition));
    passing
        .notices()
        .add(
            new Notice(
                "gate-bypassed", "gate " + subject + " is closed; going on because: " + reason));
  }

  /// Returns the passages known so far, including the steps before this one.
  private GatePassages gatePassages(WorkflowDefinition definition) {
    var proofs = new ArrayList<Proof>();
    for (var claim : passing.claims()) {
      proofs.add(new Proof(facts.now(), request.caller().actor(), claim));
    }
    return new GatePassages(definition.phaseNames(), request.evidence().with(proofs));
  }

  private @Nullable String commit() {
    return request.head().commit();
  }

  /// Returns the events of claims.
  ///
  /// @param hasEvents whether the change has events of its own; then a passage needs none
  static List<Event> events(List<Claim> claims, boolean hasEvents) {
    var events = new ArrayList<Event>();
    for (var claim : claims) {
      if (!hasEvents || !(claim instanceof Claim.GatePassed)) {
        events.add(new Event.EvidenceRecorded(claim));
      }
    }
    return events;
  }

  /// Returns the claims as proofs.
  static List<Proof> proofs(List<Claim> claims, Caller by, Facts facts) {
    var proofs = new ArrayList<Proof>();
    for (var claim : claims) {
      proofs.add(new Proof(facts.now(), by.actor(), claim));
    }
    return proofs;
  }
}
