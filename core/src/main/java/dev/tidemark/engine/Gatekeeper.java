package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.Position;
import dev.tidemark.checkpoint.Proof;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.Situation;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks the gates that a change has to pass, whatever the dialect. Where a workflow has none, this
/// is a look into its definition and nothing else.
final class Gatekeeper {
  private final World world;
  private final Knowing knowing;

  Gatekeeper(World world, Knowing knowing) {
    this.world = world;
    this.knowing = knowing;
  }

  /// What the gates have to say to a change.
  ///
  /// @param blockers what keeps it from being made; nothing if it may be made
  /// @param claims what is to be recorded if it is made
  /// @param notices what is worth telling
  record Passing(List<Blocker> blockers, List<Claim> claims, List<Notice> notices) {
    /// Nobody was asked.
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
      Dialect<?> dialect, Making.Asking asking, @Nullable Checkpoint checkpoint, boolean recorded) {
    Situation situation(
        PhaseName phase, WorkflowDefinition definition, Facts facts, boolean trustsFiles) {
      var beside = new Situation.Known(asking.evidence(), recorded, trustsFiles, definition);
      return new Situation(asking.id(), phase, checkpoint, beside, facts);
    }
  }

  /// Asks the gates of every phase that a change begins or ends.
  ///
  /// @param yes what the change leads to
  Passing pass(Before before, Transition<?> yes, List<Steps.Step> steps) {
    var change = before.asking().change();
    if (change instanceof Change.SetGate || change instanceof Change.ForceGate) {
      return new Judging(knowing).pass(before, change, yes);
    }
    if (change instanceof Change.ApprovePhase) {
      return approve(before, steps, !yes.events().isEmpty());
    }
    if (steps.isEmpty() && !(change instanceof Change.StartRun)) {
      return Passing.FREE;
    }
    var passing = new Passing(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    if (change instanceof Change.StartRun start) {
      begin(before, start, yes.events(), passing);
    }
    pass(before, steps, passing);
    return passing;
  }

  private Passing approve(Before before, List<Steps.Step> steps, boolean changes) {
    var approved = steps.getFirst().key();
    var passing = new Approving(world, knowing).pass(before, approved, changes);
    pass(before, steps.subList(1, steps.size()), passing);
    return passing;
  }

  private void pass(Before before, List<Steps.Step> steps, Passing passing) {
    for (var step : steps) {
      var found = definition(before, step.key().workflow());
      if (found != null) {
        pass(before, step, found, passing);
      }
    }
  }

  /// Returns the workflow if it has gates.
  private @Nullable WorkflowDefinition definition(Before before, String workflow) {
    var found = world.definition(before.dialect().name(), workflow).orElse(null);
    return found == null || !found.hasGates() ? null : found;
  }

  private void begin(Before before, Change.StartRun start, List<Event> events, Passing passing) {
    if (Making.isNew(events) && definition(before, start.workflow()) != null) {
      passing.claims().add(new Claim.Passage(null, false, commit(before)));
    }
  }

  private void pass(
      Before before, Steps.Step step, WorkflowDefinition definition, Passing passing) {
    var phase = step.key().phase();
    boolean enters = !begun(before.asking().evidence(), phase);
    var asked = new ArrayList<Gate>();
    for (var gate : definition.gates(phase)) {
      if (gate.moment() == Moment.DONE ? step.ended() : enters) {
        asked.add(gate);
      }
    }
    if (!asked.isEmpty()) {
      var situation = situation(before, phase, definition, asked);
      for (var gate : asked) {
        judge(gate, situation, before.asking().by(), passing);
      }
    }
    if (step.ended() || enters) {
      passing.claims().add(new Claim.Passage(phase, step.ended(), commit(before)));
    }
  }

  /// Returns a situation in which every question of the gates is answered.
  Situation situation(
      Before before, PhaseName phase, WorkflowDefinition definition, List<Gate> gates) {
    boolean trusts = world.trustsFiles();
    var facts =
        knowing.more(
            before.asking().id(),
            before.asking().facts(),
            known -> {
              var situation = before.situation(phase, definition, known, trusts);
              var asks = new ArrayList<Ask<?>>();
              for (var gate : gates) {
                asks.addAll(gate.asks(situation));
              }
              return asks;
            });
    return before.situation(phase, definition, facts, trusts);
  }

  private static void judge(Gate gate, Situation situation, By by, Passing passing) {
    var closed = gate.blockers(situation);
    if (closed.isEmpty()) {
      return;
    }
    var reason = by.details().value(Gate.ANYWAY);
    if (gate.mandatory() || reason == null || reason.isBlank()) {
      passing.blockers().addAll(closed);
      return;
    }
    var commit = situation.facts().get(Ask.HeadNow.HEAD).orElse(Head.NONE).commit();
    var subject = gate.name() + " of " + situation.phase();
    passing.claims().add(new Claim.Bypass(subject, reason, new Position(commit, null)));
    passing
        .notices()
        .add(
            new Notice(
                "gate-bypassed", "gate " + subject + " is closed; going on because: " + reason));
  }

  /// Asks every gate of a workflow, whether or not somebody wants to pass.
  List<GateState> states(Before before, WorkflowDefinition definition) {
    var states = new ArrayList<GateState>();
    for (var phase : definition.phases()) {
      if (!phase.gates().isEmpty()) {
        var situation = situation(before, phase.name(), definition, phase.gates());
        for (var gate : phase.gates()) {
          var condition = gate.condition();
          var proof = condition.proof(situation);
          var inputs = condition.inputs(situation);
          var blockers = gate.blockers(situation);
          states.add(new GateState(phase.name(), gate, blockers, proof, inputs));
        }
      }
    }
    return states;
  }

  /// Returns whether a phase has passed the gates of its beginning and has not ended since.
  private static boolean begun(Evidence evidence, PhaseName phase) {
    int begun = -1;
    int ended = -1;
    var proofs = evidence.proofs();
    for (int i = 0; i < proofs.size(); i++) {
      if (proofs.get(i).claim() instanceof Claim.Passage it && phase.equals(it.phase())) {
        if (it.ended()) {
          ended = i;
        } else {
          begun = i;
        }
      }
    }
    return begun > ended;
  }

  private static @Nullable String commit(Before before) {
    return before.asking().facts().get(Ask.HeadNow.HEAD).orElse(Head.NONE).commit();
  }

  /// Returns the events that tell of claims; that a phase was passed is told already, where
  /// anything is.
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
