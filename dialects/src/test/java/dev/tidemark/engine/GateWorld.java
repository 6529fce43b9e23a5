package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.ship.ShipGate;
import dev.tidemark.dialects.state.ship.ShipSource;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.history.Evidence;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.fact.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The world of one state of the model: what of it is as the gates want it.
final class GateWorld extends ModelWorld {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final String COMMIT = "c".repeat(40);
  static final String REVIEWED = "a".repeat(40);
  static final String OTHER = "b".repeat(40);
  private static final String PASS = "---\nbranch: main\nstatus: PASS\n---\n";

  /// The run of the review that decides about shipping.
  static final CheckpointId REVIEW = new CheckpointId("state", "review", "v1");

  /// A verdict that allows shipping, by a file that claims to be newer than any other.
  static final String FORGED =
      """
      {"command":"review","feature":"v1","version":1,"started_at":"2026-03-01T12:00:00Z",\
      "updated_at":"2099-01-01T00:00:00Z","completed_at":"2099-01-01T00:00:00Z",\
      "state":{"completed_phases":[],"pending_phases":[]},"phases":{},\
      "gate":{"ship_allowed":true,"blockers":[],"head_commit":"%s"}}\
      """
          .formatted(COMMIT);

  private final List<GateShape> shapes;
  private final WorkflowDefinition definition;
  private final boolean trusting;
  private final MemoryStore store;
  private final boolean[] fit;
  private final boolean[] forged;

  GateWorld(GateRun.Setting setting, MemoryStore store, boolean[] fit, boolean[] forged) {
    this.shapes = setting.shapes();
    this.definition = setting.definition();
    this.trusting = setting.trusting();
    this.store = store;
    this.fit = fit;
    this.forged = forged;
  }

  @Override
  public Instant now() {
    return NOW;
  }

  @Override
  public boolean trustsFiles() {
    return trusting;
  }

  @Override
  public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    return workflow.equals(definition.name()) ? Optional.of(definition) : Optional.empty();
  }

  @Override
  protected Fact<?> answer(FactQuery<?> factQuery) {
    return switch (factQuery.kind()) {
      case HEAD -> Fact.known(new Head("main", COMMIT));
      case EXISTS -> Fact.known(is('a', factQuery.subject(), fit));
      case FILE_STATE ->
          Fact.known(Optional.of(is('a', factQuery.subject(), fit) ? REVIEWED : OTHER));
      case TEXT ->
          Fact.known(is('f', factQuery.subject(), forged) ? Optional.of(PASS) : Optional.empty());
      case CHANGED_FILES -> Fact.known(all(Kind.CLEAN) ? List.of() : List.of("x"));
      case MOVED_SINCE -> Fact.known(!all(Kind.HEAD));
      case SHIP_VERDICT -> Fact.known(ship());
      case TREE -> Fact.known(all(Kind.REVIEW) && all(Kind.COMMAND) ? REVIEWED : OTHER);
      default -> Fact.unknown("not modelled");
    };
  }

  private static boolean is(char letter, String path, boolean[] which) {
    return path.length() == 2 && path.charAt(0) == letter && which[path.charAt(1) - '0'];
  }

  private boolean all(Kind kind) {
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).gated() && shapes.get(i).kind() == kind && !fit[i]) {
        return false;
      }
    }
    return true;
  }

  /// Judges shipping by the review of the item and, where it was forged, a review of none.
  private ShipJudgement ship() {
    var review = store.find(REVIEW).orElseThrow();
    var sources = new ArrayList<ShipSource>();
    sources.add(
        new ShipSource(
            "review-v1.json", Origin.REVIEW, review.text(), NOW, review.evidence(), true));
    if (any(Kind.SHIP, forged)) {
      var later = Instant.parse("2099-01-01T00:00:00Z");
      sources.add(
          new ShipSource("review.json", Origin.REVIEW, FORGED, later, Evidence.NONE, false));
    }
    return ShipGate.judge(sources, new TreePosition(COMMIT, REVIEWED), trusting);
  }

  private boolean any(Kind kind, boolean[] which) {
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).gated() && shapes.get(i).kind() == kind && which[i]) {
        return true;
      }
    }
    return false;
  }
}
