package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.GateContext;
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

  /// A run before a change.
  ///
  /// @param recorded whether there was a journal of the run before
  record Before(
      Dialect<?> dialect,
      ChangeExecutor.Asking asking,
      @Nullable Checkpoint checkpoint,
      boolean recorded) {
    /// Returns the same run as one of which nothing is proved yet.
    Before afresh() {
      var known = asking.evidence();
      var none = new Evidence(known.startedAt(), known.head());
      var fresh =
          new ChangeExecutor.Asking(
              asking.id(), asking.change(), asking.by(), asking.facts(), none, asking.documents());
      return new Before(dialect, fresh, checkpoint, recorded);
    }

    GateContext situation(
        PhaseName phase, WorkflowDefinition definition, Facts facts, boolean trustsFiles) {
      var beside = new GateContext.Known(asking.evidence(), recorded, trustsFiles, definition);
      return new GateContext(asking.id(), phase, checkpoint, beside, facts);
    }
  }

  /// Asks the gates that a change has to pass: those of every phase that it begins, ends or skips,
  /// and of every phase before these that has not passed its own. The end of a run evaluates all
  /// gates.
  ///
  /// @param yes the transition
  Passing pass(Before before, Transition<?> yes, List<PhaseTransitions.Step> steps) {
    var change = before.asking().change();
    if (change instanceof Change.SetGate || change instanceof Change.ForceGate) {
      return new VerdictRecording(factCollector).pass(before, change, yes);
    }
    boolean ends = ends(before, yes, !steps.isEmpty());
    boolean starts = change instanceof Change.StartRun;
    boolean approves = change instanceof Change.ApprovePhase;
    if (steps.isEmpty() && !starts && !ends) {
      return change instanceof Change.FailPhase
          ? new VerdictRecording(factCollector).failed(before, yes)
          : Passing.FREE;
    }
    // Evidence of an earlier run opens no gate of a new one.
    var asked = ChangeExecutor.isNew(yes.events()) ? before.afresh() : before;
    var passing =
        approves
            ? new ApprovalRecording(projectContext, factCollector)
                .pass(before, steps.getFirst().key(), !yes.events().isEmpty())
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

  private static boolean ends(Before before, Transition<?> yes, boolean moves) {
    if (before.asking().change() instanceof Change.FinishRun) {
      return true;
    }
    for (var event : yes.events()) {
      if (event.kind() == Event.Kind.WORKFLOW_COMPLETED) {
        return true;
      }
    }
    var there = before.checkpoint();
    var after = yes.after();
    return after != null && after.finished() && (moves || there == null || !there.finished());
  }

  private static String workflow(Before before) {
    return workflow(before.dialect(), before.asking().id(), before.checkpoint());
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
  boolean isUnproven(Dialect<?> dialect, ChangeExecutor.Asking asking, PhaseKey key) {
    var found = projectContext.definition(dialect.name(), key.workflow()).orElse(null);
    return found != null
        && found.hasGates()
        && !new GatePassages(found, asking.evidence()).hasEnded(key.phase());
  }

  /// Returns the workflow if it has gates that are asked now.
  private @Nullable WorkflowDefinition definition(Before before, String workflow) {
    var found = projectContext.definition(before.dialect().name(), workflow).orElse(null);
    if (found == null || !found.hasGates()) {
      return null;
    }
    boolean later = found.isBuiltIn() && before.asking().by().asEdit();
    return later ? null : found;
  }

  private void begin(Before before, Change.StartRun start, Transition<?> yes, Passing passing) {
    var found = ChangeExecutor.isNew(yes.events()) ? definition(before, start.workflow()) : null;
    if (found == null) {
      return;
    }
    passing.claims().add(new Claim.Passage(null, false, commit(before)));
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
  List<GateState> states(Before before, WorkflowDefinition definition) {
    var states = new ArrayList<GateState>();
    var walk = new GateWalk(projectContext, factCollector, before, Passing.FREE);
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

  private static @Nullable String commit(Before before) {
    return before.asking().facts().get(FactQuery.HeadNow.HEAD).orElse(Head.NONE).commit();
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
