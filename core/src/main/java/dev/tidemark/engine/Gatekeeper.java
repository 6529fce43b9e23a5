package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Event;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.GatePassages;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gate evaluation: checks the gates that a change has to pass, in every dialect. A workflow
/// without gates costs one lookup of its definition.
final class Gatekeeper {
  private final ProjectContext projectContext;
  private final FactCollector factCollector;

  Gatekeeper(ProjectContext projectContext, FactCollector factCollector) {
    this.projectContext = projectContext;
    this.factCollector = factCollector;
  }

  /// Result of evaluating the gates of a change.
  ///
  /// @param blockers the reasons of a refusal; none if the change is allowed
  /// @param claims the claims to record with the change
  /// @param notices the warnings
  record Passing(List<Blocker> blockers, List<Claim> claims, List<Notice> notices) {
    /// No gate was evaluated.
    static final Passing FREE = new Passing(List.of(), List.of(), List.of());

    /// Returns the same with claims added.
    Passing and(List<Claim> more) {
      var all = new ArrayList<>(claims);
      all.addAll(more);
      return new Passing(blockers, all, notices);
    }
  }

  /// Asks the gates that a change has to pass: those of every phase that it begins, ends or skips,
  /// and of every phase before these that has not passed its own. The end of a run evaluates all
  /// gates.
  ///
  /// @param yes the transition
  Passing pass(ChangeRequest request, Transition<?> yes, List<PhaseTransitions.Step> steps) {
    var change = request.change();
    if (change instanceof Change.SetGate || change instanceof Change.ForceGate) {
      return new EvidenceRecording(projectContext, factCollector).verdict(request, change, yes);
    }
    boolean ends = ends(request, yes, !steps.isEmpty());
    boolean starts = change instanceof Change.StartRun;
    boolean approves = change instanceof Change.ApprovePhase;
    if (steps.isEmpty() && !starts && !ends) {
      return change instanceof Change.FailPhase
          ? new EvidenceRecording(projectContext, factCollector).failed(request, yes)
          : Passing.FREE;
    }
    // Evidence of an earlier run opens no gate of a new one.
    var asked = ChangeExecutor.isNew(yes.events()) ? request.withoutEvidence() : request;
    var passing =
        approves
            ? new EvidenceRecording(projectContext, factCollector)
                .approval(request, steps.getFirst().key(), !yes.events().isEmpty())
            : new Passing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    if (starts) {
      begin(asked, (Change.StartRun) change, yes, passing);
    }
    var walk = new GateWalk(projectContext, factCollector, asked, passing);
    for (var step : approves ? steps.subList(1, steps.size()) : steps) {
      var found = definition(asked, step.key().workflow());
      if (found != null) {
        walk.step(step, found);
      }
    }
    var definition = ends ? definition(asked, workflow(asked)) : null;
    if (definition != null) {
      walk.end(definition);
    }
    return passing;
  }

  private static boolean ends(ChangeRequest request, Transition<?> yes, boolean moves) {
    if (request.change() instanceof Change.FinishRun) {
      return true;
    }
    for (var event : yes.events()) {
      if (event.kind() == Event.Kind.WORKFLOW_COMPLETED) {
        return true;
      }
    }
    var there = request.checkpoint();
    var after = yes.after();
    return after != null && after.finished() && (moves || there == null || !there.finished());
  }

  private static String workflow(ChangeRequest request) {
    return workflow(request.dialect(), request.id(), request.checkpoint());
  }

  /// Returns the workflow of a run: in a document with several workflows, that of its phases.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  static <C extends Checkpoint> String workflow(
      Dialect<C> dialect, CheckpointId id, @Nullable Checkpoint checkpoint) {
    if (checkpoint == null || checkpoint.phases().isEmpty()) {
      return id.workflow();
    }
    var first = checkpoint.phases().getFirst().name();
    return dialect.rules().key(id, (C) checkpoint, first).workflow();
  }

  /// Returns whether a workflow has gates and the journal does not record that a phase ended.
  boolean isUnproven(Dialect<?> dialect, ChangeRequest request, PhaseKey key) {
    var found = projectContext.definition(dialect.name(), key.workflow()).orElse(null);
    return found != null
        && found.hasGates()
        && !new GatePassages(found, request.evidence()).hasEnded(key.phase());
  }

  /// Returns the workflow if it has gates that are asked now.
  private @Nullable WorkflowDefinition definition(ChangeRequest request, String workflow) {
    var found = projectContext.definition(request.dialect().name(), workflow).orElse(null);
    if (found == null || !found.hasGates()) {
      return null;
    }
    boolean later = found.isBuiltIn() && request.by().asEdit();
    return later ? null : found;
  }

  private void begin(
      ChangeRequest request, Change.StartRun start, Transition<?> yes, Passing passing) {
    var found = ChangeExecutor.isNew(yes.events()) ? definition(request, start.workflow()) : null;
    if (found == null) {
      return;
    }
    passing.claims().add(new Claim.Passage(null, false, request.head().commit()));
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
  List<GateState> states(ChangeRequest request, WorkflowDefinition definition) {
    var states = new ArrayList<GateState>();
    var walk = new GateWalk(projectContext, factCollector, request, Passing.FREE);
    for (var phase : definition.phases()) {
      if (!phase.gates().isEmpty()) {
        var gateContext = walk.situation(phase.name(), definition, phase.gates());
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

  /// Returns the events of claims; a passage without other events is omitted.
  static List<Event> events(List<Claim> claims, boolean told) {
    var events = new ArrayList<Event>();
    for (var claim : claims) {
      if (!told || !(claim instanceof Claim.Passage)) {
        events.add(new Event.EvidenceRecorded(claim));
      }
    }
    return events;
  }

  /// Returns the claims as proofs.
  static List<Proof> proofs(List<Claim> claims, By by, Facts facts) {
    var proofs = new ArrayList<Proof>();
    for (var claim : claims) {
      proofs.add(new Proof(facts.now(), by.actor(), claim));
    }
    return proofs;
  }
}
