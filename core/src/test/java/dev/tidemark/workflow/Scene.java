package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.BareCheckpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A run in a world that a test makes up.
public class Scene {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final CheckpointId RUN = new CheckpointId("state", "release", "v1");
  public static final PhaseName PLAN = new PhaseName("plan");
  public static final PhaseName BUILD = new PhaseName("build");
  static final PhaseName PUBLISH = new PhaseName("publish");
  static final String TREE = "a".repeat(40);
  static final String OTHER = "b".repeat(40);

  final Map<FactQuery<?>, Fact<?>> world = new HashMap<>();
  final List<Proof> proofs = new ArrayList<>();
  final List<Phase> phases = new ArrayList<>();
  final Map<PhaseName, List<Gate>> gates = new HashMap<>();
  boolean recorded = true;
  boolean trusting;

  /// A document that says so much of its phases.
  private record Paper(List<Phase> phases) implements BareCheckpoint {
    @Override
    public CheckpointId id() {
      return RUN;
    }
  }

  List<String> codes(Condition condition) {
    return ask(condition).stream().map(Blocker::code).toList();
  }

  /// Answers what the condition asks for, and nothing else.
  List<Blocker> ask(Condition condition) {
    var answers = new HashMap<FactQuery<?>, Fact<?>>();
    int known;
    GateContext gateContext;
    do {
      known = answers.size();
      gateContext = situation(answers);
      for (var factQuery : condition.asks(gateContext)) {
        answers.put(factQuery, world.getOrDefault(factQuery, Fact.unknown("not known")));
      }
    } while (answers.size() > known);
    return condition.blockers(gateContext);
  }

  GateContext situation(Map<FactQuery<?>, Fact<?>> answers) {
    var facts = new Facts(NOW, SummaryLimit.DEFAULT, answers);
    var defined = new ArrayList<PhaseDefinition>();
    for (var name : List.of(PLAN, BUILD, PUBLISH)) {
      defined.add(new PhaseDefinition(name, null, gates.getOrDefault(name, List.of())));
    }
    var definition = new WorkflowDefinition("state", "release", defined, null, "x", false, "");
    var evidence = new Evidence(NOW, Head.NONE, proofs, List.of());
    return new GateContext(
        RUN, PUBLISH, new Paper(phases), evidence, recorded, trusting, definition, facts);
  }

  void prove(Claim claim) {
    proofs.add(new Proof(NOW, Actor.tool("test"), claim));
  }

  void tree(String id) {
    world.put(FactQuery.TREE, Fact.known(id));
  }

  static Phase done(PhaseName name, String summary) {
    return Phase.pending(name).started(NOW).completed(NOW, new ContextSummary(summary));
  }
}
