package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.BUILD;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.PLAN;
import static dev.tidemark.engine.Workshop.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Gates that are looked at, and what is recorded to open them.
class GateEvaluatorTest {
  private static final CleanTree CLEAN = new CleanTree();

  /// The example key of the vendor's manual, which opens nothing.
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  private static Workshop begun(Gate... gates) {
    return Workshop.gated(gates).after(RELEASE, Workshop.start(RELEASE));
  }

  private static void tidy(Workshop shop, String... changed) {
    shop.answers.put(FactQuery.CHANGED_FILES, Fact.known(List.of(changed)));
  }

  private static List<GateState> states(Workshop shop, CheckpointId id) {
    return states(shop, shop.dialect(id), id);
  }

  private static <C extends Checkpoint> List<GateState> states(
      Workshop shop, Dialect<C> dialect, CheckpointId id) {
    return new GateEvaluator(shop.store, shop.store, shop).states(dialect, id);
  }

  @Test
  void the_gates_of_a_run_can_be_looked_at_without_passing_them() {
    var clean = Workshop.enter(CLEAN);
    var file = Workshop.done(new ArtifactExists("out/{item}.md", false));
    var shop = begun(clean, file);
    tidy(shop, "a.txt");
    shop.answers.put(FactQuery.exists("out/v1.md"), Fact.known(true));
    var before = shop.store.history(RELEASE);

    var states = states(shop, RELEASE);

    assertThat(states).extracting(GateState::phase).containsExactly(BUILD, BUILD);
    assertThat(states).extracting(GateState::gate).containsExactly(clean, file);
    assertThat(states.getFirst().isOpen()).isFalse();
    assertThat(states.getFirst().blockers().getFirst().code()).isEqualTo("tree-dirty");
    assertThat(shop.store.history(RELEASE)).isEqualTo(before);
    assertThat(states(new Workshop(), Workshop.AUTH)).isEmpty();
    assertThat(states(Workshop.gated(clean), RELEASE)).hasSize(1);
  }

  @Test
  void a_verdict_is_recorded_of_the_commit_and_the_tree_that_were_judged() {
    var shop = begun(Workshop.enter(new Reviewed("review", null)));
    shop.answers.put(FactQuery.TREE, Fact.known("t1"));
    var gateEvaluator = new GateEvaluator(shop.store, shop.store, shop);
    assertThat(states(shop, RELEASE).getFirst().isOpen()).isFalse();
    assertThat(gateEvaluator.position()).isEqualTo(new TreePosition(COMMIT, "t1"));

    prove(gateEvaluator, shop.dialect(RELEASE), ChangeMode.DRY_RUN, gateEvaluator.position());
    assertThat(states(shop, RELEASE).getFirst().proof()).isNull();
    prove(gateEvaluator, shop.dialect(RELEASE), ChangeMode.COMMIT, gateEvaluator.position());

    var state = states(shop, RELEASE).getFirst();
    assertThat(state.isOpen()).isTrue();
    var proof = state.proof();
    assertThat(proof).isNotNull();
    assertThat(proof.by()).isEqualTo(Workshop.ANN);
    assertThat(shop.events(RELEASE)).containsExactly(new Event.EvidenceRecorded(proof.claim()));
    shop.answers.put(FactQuery.TREE, Fact.unknown("no git"));
    assertThat(gateEvaluator.position()).isEqualTo(new TreePosition(COMMIT, null));
  }

  private static <C extends Checkpoint> void prove(
      GateEvaluator gateEvaluator,
      Dialect<C> dialect,
      ChangeMode changeMode,
      TreePosition treePosition) {
    var verdict = new Claim.Verdict("review", true, List.of(), treePosition);
    gateEvaluator.recordClaim(dialect, RELEASE, verdict, Workshop.by(changeMode));
  }

  @Test
  void whoever_asks_for_the_ship_gate_may_name_what_is_to_be_shipped() {
    var shop = new Workshop();
    shop.answers.put(FactQuery.shipVerdict(""), Fact.unknown("nothing"));
    shop.answers.put(FactQuery.shipVerdict("v1"), Fact.unknown("something"));
    var gateEvaluator = new GateEvaluator(shop.store, shop.store, shop);

    assertThat(gateEvaluator.ship(null).reason()).isEqualTo("nothing");
    assertThat(gateEvaluator.ship("v1").reason()).isEqualTo("something");
  }

  @Test
  void a_verdict_that_stands_in_a_file_counts_where_nothing_was_recorded_before() {
    var shop = Workshop.gated(Workshop.enter(new Reviewed("ship", null)));
    shop.answers.put(FactQuery.TREE, Fact.known("t1"));
    shop.answers.put(FactQuery.movedSince(COMMIT), Fact.known(false));
    tidy(shop);
    var gate = "{\"ship_allowed\": true, \"blockers\": [], \"head_commit\": \"" + COMMIT + "\"}";
    shop.store.edit(
        RELEASE,
        "{\"workflow\": \"release\", \"version\": 1, \"gate\": " + gate + ", \"phases\": {}}");

    var proof = states(shop, RELEASE).getFirst().proof();

    assertThat(proof).isNotNull();
    assertThat(proof.by()).isEqualTo(Actor.EXTERNAL);
    assertThat(proof.at()).isEqualTo(shop.now);
  }

  @Test
  void what_is_proved_is_recorded_whoever_writes_at_the_same_time() {
    var shop = begun(Workshop.enter(new Reviewed("review", null)));
    var shared = new RememberingStore(shop.store);
    shared.meanwhile = () -> shop.after(RELEASE, Workshop.complete(PLAN));

    prove(
        new GateEvaluator(shared, shop.store, shop),
        shop.dialect(RELEASE),
        ChangeMode.COMMIT,
        new TreePosition(COMMIT, "t1"));

    assertThat(shop.store.history(RELEASE)).hasSize(3);
    var claims = shop.store.find(RELEASE).orElseThrow().evidence().proofs();
    assertThat(claims).extracting(it -> it.claim().word()).contains("verdict", "passage");
    assertThat(shop.text(RELEASE)).contains("complete");
  }

  @Test
  void something_can_be_proved_of_a_run_that_has_no_document_yet() {
    var shop = Workshop.gated(Workshop.enter(new Reviewed("review", null)));

    prove(
        new GateEvaluator(shop.store, shop.store, shop),
        shop.dialect(RELEASE),
        ChangeMode.COMMIT,
        new TreePosition(COMMIT, "t1"));

    assertThat(shop.store.find(RELEASE).orElseThrow().exists()).isFalse();
    assertThat(shop.events(RELEASE)).hasOnlyElementsOfType(Event.EvidenceRecorded.class);
  }

  @Test
  void a_file_that_says_so_opens_a_gate_until_the_run_is_recorded_or_where_files_are_trusted() {
    var shop = Workshop.gated(Workshop.enter(new Reviewed("review", "review.md")));
    shop.answers.put(
        FactQuery.fileText("review.md"),
        Fact.known(Optional.of("---\nstatus: PASS\nbranch: main\n---\n")));
    shop.store.edit(RELEASE, "{\"workflow\": \"release\", \"version\": 1, \"phases\": {}}");
    var begin = Workshop.begin(BUILD);

    assertThat(states(shop, RELEASE).getFirst().isOpen()).isTrue();
    Workshop.allowed(shop.ask(RELEASE, begin, Workshop.by(ChangeMode.DRY_RUN)));
    shop.after(RELEASE, Workshop.begin(PLAN));
    assertThat(states(shop, RELEASE).getFirst().isOpen()).isFalse();
    assertThat(Workshop.codes(shop.ask(RELEASE, begin, Workshop.by(ChangeMode.DRY_RUN))))
        .containsExactly("review-unproven");
    shop.trusting = true;
    assertThat(states(shop, RELEASE).getFirst().isOpen()).isTrue();
    shop.after(RELEASE, begin);
  }

  private static <C extends Checkpoint> List<Blocker> request(
      Workshop shop, Dialect<C> dialect, PhaseName phase, String comment, Caller by) {
    return new GateEvaluator(shop.store, shop.store, shop)
        .requestChanges(dialect, RELEASE, phase, comment, by);
  }

  private static List<Blocker> request(Workshop shop, String comment) {
    return request(shop, shop.dialect(RELEASE), PLAN, comment, person("ann"));
  }

  private static Caller person(String name) {
    var actor = new Actor(Actor.Kind.PERSON, name, null, null, 0);
    return new Caller(
        actor, ChangeMode.COMMIT, DialectOptions.NONE, null, ApprovalEvidence.TERMINAL);
  }

  private static @Nullable Claim requested(Workshop shop) {
    var proof =
        shop.store
            .find(RELEASE)
            .orElseThrow()
            .evidence()
            .proof(Claim.ChangesRequested.WORD, PLAN.value());
    return proof == null ? null : proof.claim();
  }

  @Test
  void a_person_requests_changes_of_a_phase_and_the_document_stays_as_it_is() {
    var shop = begun();
    var before = shop.text(RELEASE);

    assertThat(request(shop, "Split step 2")).isEmpty();

    var claim = new Claim.ChangesRequested(PLAN, "terminal", "Split step 2");
    assertThat(requested(shop)).isEqualTo(claim);
    assertThat(shop.events(RELEASE)).containsExactly(new Event.EvidenceRecorded(claim));
    assertThat(shop.text(RELEASE)).isEqualTo(before);
  }

  @Test
  void only_a_person_requests_changes() {
    var shop = begun();

    var by = Workshop.by(ChangeMode.COMMIT);
    var blockers = request(shop, shop.dialect(RELEASE), PLAN, "Split step 2", by);

    assertThat(blockers).extracting(Blocker::code).containsExactly("needs-person");
    assertThat(requested(shop)).isNull();
  }

  @Test
  void a_request_of_changes_has_at_most_2000_characters() {
    var shop = begun();

    var blockers = request(shop, "x".repeat(2_001));
    assertThat(blockers).extracting(Blocker::code).containsExactly("comment-too-long");
    assertThat(blockers.getFirst().reason())
        .isEqualTo("the comment has 2001 characters, at most 2000 are recorded");
    assertThat(requested(shop)).isNull();
    assertThat(request(shop, "x".repeat(2_000))).isEmpty();
    assertThat(requested(shop))
        .isEqualTo(new Claim.ChangesRequested(PLAN, "terminal", "x".repeat(2_000)));
  }

  @Test
  void a_request_of_changes_holds_no_secret_where_secrets_are_refused() {
    var shop = begun();
    shop.secrets = SecretPolicy.REFUSE;
    var dialect = shop.dialect(RELEASE);

    assertThat(request(shop, "Use " + KEY)).extracting(Blocker::code).containsExactly("secret");
    assertThat(request(shop, dialect, PLAN, "Shorter", person(KEY)))
        .extracting(Blocker::reason)
        .containsExactly("the actor looks like a secret: aws-access-key");
    assertThat(request(shop, dialect, new PhaseName(KEY), "Shorter", person("ann")))
        .extracting(Blocker::reason)
        .containsExactly("the phase looks like a secret: aws-access-key");
    assertThat(shop.store.history(RELEASE)).hasSize(1);
  }

  @Test
  void a_secret_in_a_request_of_changes_is_redacted_where_that_is_the_policy() {
    var shop = begun();
    shop.secrets = SecretPolicy.REDACT;

    assertThat(request(shop, "Use " + KEY)).isEmpty();

    assertThat(requested(shop))
        .isEqualTo(new Claim.ChangesRequested(PLAN, "terminal", Secrets.redacted("Use " + KEY)));
    assertThat(String.valueOf(requested(shop))).doesNotContain(KEY);
  }
}
