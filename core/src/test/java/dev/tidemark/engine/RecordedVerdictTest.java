package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Rules;
import dev.tidemark.history.Event;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Verdicts that a format writes into its document when a phase fails, and claims that its rules
/// make themselves.
class RecordedVerdictTest {
  private static final Change FAIL = new Change.FailPhase(RESEARCH, "too slow", PhaseReport.NONE);
  private static final TreePosition TREE = new TreePosition(Workshop.COMMIT, "t1");

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final Verdicts rules = new Verdicts();

  /// A failed phase sets the ship gate of the document.
  private static final class Verdicts implements Rules<ToyCheckpoint> {
    boolean passed;
    List<String> blockers = List.of("too slow");
    List<Claim> claims = List.of();

    @Override
    public List<FactQuery<?>> asks(@Nullable ToyCheckpoint checkpoint, Change change) {
      return List.of(FactQuery.HEAD);
    }

    @Override
    public Outcome<ToyCheckpoint> decide(
        CheckpointId id, @Nullable ToyCheckpoint checkpoint, Change change, Facts facts) {
      var root = checkpoint == null ? JsonObject.EMPTY : checkpoint.root();
      var gate = JsonObject.builder().add("ship_allowed", passed).add("blockers", blockers).build();
      var after = new ToyCheckpoint(id, root.with("gate", gate));
      return Outcome.transition(after, List.of(new Event.PhaseFailed(RESEARCH, "too slow")));
    }

    @Override
    public List<Claim> evidence(
        @Nullable ToyCheckpoint before,
        Change change,
        Transition<ToyCheckpoint> made,
        Facts facts) {
      return claims;
    }
  }

  private void apply(Change change) {
    var usual = ToyDialects.toy(ToyDialects.builtIn());
    var dialect =
        new Dialect<>(
            usual.name(),
            usual.format(),
            rules,
            usual.locator(),
            usual.resumePolicy(),
            usual.validator(),
            usual.onDamage());
    shop.now = shop.now.plusSeconds(60);
    shop.answers.put(FactQuery.TREE, Fact.known("t1"));
    var by = Workshop.by(ChangeMode.COMMIT);
    Workshop.allowed(shop.checkpoints.apply(dialect, AUTH, change, by));
  }

  private List<Proof> proofs() {
    return shop.store.find(AUTH).orElseThrow().evidence().proofs();
  }

  @Test
  void the_verdict_that_a_failed_phase_adds_is_recorded_with_the_tree_that_was_judged() {
    apply(FAIL);

    var verdict = new Claim.Verdict("ship", false, List.of("too slow"), TREE);
    assertThat(proofs()).containsExactly(new Proof(shop.now, Workshop.ANN, verdict));
    assertThat(shop.events(AUTH))
        .containsExactly(
            new Event.PhaseFailed(RESEARCH, "too slow"), new Event.EvidenceRecorded(verdict));
  }

  @Test
  void a_verdict_that_the_document_had_before_is_not_recorded_again() {
    apply(FAIL);
    var first = proofs();

    apply(FAIL);
    assertThat(proofs()).isEqualTo(first);
    assertThat(shop.events(AUTH)).containsExactly(new Event.PhaseFailed(RESEARCH, "too slow"));
    rules.blockers = List.of("too slow", "too large");
    apply(FAIL);

    var verdict = new Claim.Verdict("ship", false, rules.blockers, TREE);
    assertThat(proofs()).extracting(Proof::claim).containsExactly(verdict);
  }

  @Test
  void a_failed_phase_records_no_verdict_that_passes() {
    rules.passed = true;

    apply(FAIL);

    assertThat(proofs()).isEmpty();
    assertThat(shop.events(AUTH)).containsExactly(new Event.PhaseFailed(RESEARCH, "too slow"));
  }

  @Test
  void a_claim_of_the_rules_is_recorded_with_the_change() {
    var bypass = new Claim.Bypass("review", "the fair is today", TREE);
    rules.claims = List.of(bypass);

    apply(new Change.ResumeRun());

    assertThat(proofs()).containsExactly(new Proof(shop.now, Workshop.ANN, bypass));
    assertThat(shop.events(AUTH))
        .containsExactly(
            new Event.PhaseFailed(RESEARCH, "too slow"), new Event.EvidenceRecorded(bypass));
  }
}
