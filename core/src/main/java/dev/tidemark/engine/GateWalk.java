package dev.tidemark.engine;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Gatekeeper.Passing;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.GateContext;
import dev.tidemark.workflow.GatePassages;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Evaluates the gates of one change in the order of the workflow: those of the phases that it
/// begins, ends or skips, and before them those of every earlier phase that has not passed its own.
/// Each fact is fetched once.
final class GateWalk {
  private final ProjectContext projectContext;
  private final FactCollector factCollector;
  private final ChangeRequest request;
  private final Passing passing;
  private final Map<String, List<Blocker>> refused = new HashMap<>();
  private Facts facts;

  GateWalk(
      ProjectContext projectContext,
      FactCollector factCollector,
      ChangeRequest request,
      Passing passing) {
    this.projectContext = projectContext;
    this.factCollector = factCollector;
    this.request = request;
    this.passing = passing;
    this.facts = request.facts();
  }

  /// Asks the gates that a step has to pass.
  void step(PhaseTransitions.Step step, WorkflowDefinition definition) {
    var phase = step.key().phase();
    if (definition.find(phase) != null) {
      until(phase, definition);
    }
    var gatePassages = passages(definition);
    if (step.move() == PhaseTransitions.Move.SKIPPED) {
      var skipped = definition.find(phase);
      if (skipped != null && !skipped.gates().isEmpty()) {
        ask(phase, definition, skipped.gates(), !gatePassages.hasBegun(phase), true);
        passing.claims().add(new Claim.Cleared(phase, commit()));
      }
      return;
    }
    boolean begins = !gatePassages.hasBegun(phase);
    ask(phase, definition, definition.gates(phase), begins, step.ended());
    if (begins) {
      passing.claims().add(new Claim.Passage(phase, false, commit()));
    }
    if (step.ended()) {
      passing.claims().add(new Claim.Passage(phase, true, commit()));
    }
  }

  /// Asks the gates that the end of the run has to pass: those of all phases.
  void end(WorkflowDefinition definition) {
    until(null, definition);
  }

  /// Asks the gates of the phases before another that have not passed them.
  ///
  /// @param phase the other; absent for the end of the run
  private void until(@Nullable PhaseName phase, WorkflowDefinition definition) {
    var gatePassages = passages(definition);
    for (var earlier : definition.phases()) {
      if (earlier.name().equals(phase)) {
        return;
      }
      if (!earlier.gates().isEmpty() && !gatePassages.isThrough(earlier.name())) {
        late(earlier, definition, gatePassages);
      }
    }
  }

  private void late(
      PhaseDefinition phase, WorkflowDefinition definition, GatePassages gatePassages) {
    boolean begun = gatePassages.hasBegun(phase.name());
    ask(phase.name(), definition, phase.gates(), !begun, true);
    if (!begun) {
      passing.claims().add(new Claim.Cleared(phase.name(), commit()));
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
    var gateContext = situation(phase, definition, asked);
    for (var gate : asked) {
      judge(gate, gateContext);
    }
  }

  /// Returns a situation in which every question of the gates is answered.
  GateContext situation(PhaseName phase, WorkflowDefinition definition, List<Gate> gates) {
    boolean trusts = projectContext.trustsFiles();
    facts =
        factCollector.more(
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
    var reason = request.by().details().value(Gate.ANYWAY);
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
  private GatePassages passages(WorkflowDefinition definition) {
    var proofs = new ArrayList<Proof>();
    for (var claim : passing.claims()) {
      proofs.add(new Proof(facts.now(), request.by().actor(), claim));
    }
    return new GatePassages(definition, request.evidence().with(proofs));
  }

  private @Nullable String commit() {
    return facts.get(FactQuery.HeadNow.HEAD).orElse(Head.NONE).commit();
  }
}
