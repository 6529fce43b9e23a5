package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.BUILD;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.PLAN;
import static dev.tidemark.engine.Workshop.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.IssueRecorded;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Gates before phases begin and before they end, under the engine.
class GatekeeperTest {
  private static final CleanTree CLEAN = new CleanTree();
  private static final PhaseName PUBLISH = new PhaseName("publish");

  private static Workshop begun(Gate... gates) {
    return Workshop.gated(gates).after(RELEASE, Workshop.start(RELEASE));
  }

  private static void tidy(Workshop shop, String... changed) {
    shop.answers.put(FactQuery.CHANGED_FILES, Fact.known(List.of(changed)));
  }

  private static ChangeResult<?> ask(Workshop shop, Change change, String... words) {
    return shop.ask(RELEASE, change, Workshop.by(ChangeMode.COMMIT, words));
  }

  private static Change merge(String status) {
    var data = (JsonObject) JsonText.parse("{\"status\": \"" + status + "\"}");
    return new Change.MergePhase(BUILD, data, JsonObject.EMPTY);
  }

  /// The claims, passages without the digest of the definition.
  private static List<Claim> claims(Workshop shop) {
    return recorded(shop).stream()
        .map(
            claim ->
                switch (claim) {
                  case Claim.GatePassed it ->
                      new Claim.GatePassed(it.phase(), it.ended(), it.commit());
                  case Claim.GateCleared it -> new Claim.GateCleared(it.phase(), it.commit());
                  default -> claim;
                })
        .toList();
  }

  private static List<Claim> recorded(Workshop shop) {
    return shop.store.find(RELEASE).orElseThrow().evidence().proofs().stream()
        .map(Proof::claim)
        .toList();
  }

  @Test
  void a_passage_has_the_digest_of_the_gates_of_its_phase() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD));
    var passages = recorded(shop);

    assertThat(passages.getFirst()).isEqualTo(new Claim.GatePassed(null, false, COMMIT));
    var digest = ((Claim.GatePassed) passages.getLast()).definition();
    assertThat(digest).matches("[0-9a-f]{64}");
    assertThat(digest).isEqualTo(defined(Workshop.enter(CLEAN)).gateDigest(BUILD));
    var evidence = shop.store.find(RELEASE).orElseThrow().evidence();
    assertThat(defined(Workshop.enter(CLEAN)).redefined(evidence)).isEmpty();
    assertThat(defined().redefined(evidence)).containsExactly("build");
    assertThat(defined(Workshop.enter(new PhasesDone(List.of()))).redefined(evidence))
        .containsExactly("build");
    assertThat(afterGate(Workshop.enter(CLEAN)).redefined(evidence)).containsExactly("build");
  }

  private static WorkflowDefinition defined(Gate... gates) {
    return defined(List.of(), List.of(gates), List.of(Workshop.enter(CLEAN)));
  }

  private static WorkflowDefinition afterGate(Gate... gates) {
    return defined(List.of(Workshop.enter(CLEAN)), List.of(gates), List.of());
  }

  private static WorkflowDefinition defined(List<Gate> first, List<Gate> gates, List<Gate> last) {
    var phases =
        List.of(
            new PhaseDefinition(new PhaseName("first"), null, first),
            new PhaseDefinition(BUILD, null, gates),
            new PhaseDefinition(new PhaseName("last"), null, last));
    return new WorkflowDefinition("toy", "other", phases, null, "other.yaml", false, "other");
  }

  @Test
  void a_workflow_without_gates_leaves_no_claims() {
    var auth = Workshop.AUTH;
    var shop = new Workshop();
    shop.after(auth, Workshop.start(auth), Workshop.begin(Workshop.RESEARCH));
    shop.after(auth, Workshop.complete(Workshop.RESEARCH));

    assertThat(shop.store.find(auth).orElseThrow().evidence().proofs()).isEmpty();
  }

  @Test
  void a_closed_gate_keeps_a_phase_from_beginning_however_that_is_asked_for() {
    var shop = begun(Workshop.enter(new PhasesDone(List.of())));
    var before = shop.text(RELEASE);

    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).hasSize(1);
    assertThat(Workshop.codes(ask(shop, Workshop.complete(BUILD)))).hasSize(1);
    assertThat(Workshop.codes(ask(shop, merge("in_progress")))).hasSize(1);
    assertThat(Workshop.codes(ask(shop, merge("complete")))).hasSize(1);
    assertThat(shop.text(RELEASE)).isEqualTo(before);
    assertThat(shop.refused).hasSize(4);

    shop.after(RELEASE, Workshop.complete(PLAN), Workshop.begin(BUILD));
    assertThat(shop.text(RELEASE)).contains("\"current_phase\": \"build\"");
  }

  @Test
  void what_passes_is_recorded_with_the_commit_and_told_once() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);

    assertThat(claims(shop)).containsExactly(new Claim.GatePassed(null, false, COMMIT));
    assertThat(shop.events(RELEASE)).hasOnlyElementsOfType(Event.WorkflowStarted.class);
    shop.after(RELEASE, Workshop.begin(BUILD));
    assertThat(claims(shop)).contains(new Claim.GatePassed(BUILD, false, COMMIT));
    assertThat(shop.events(RELEASE)).containsExactly(new Event.PhaseStarted(BUILD));
    shop.after(RELEASE, Workshop.complete(BUILD));
    assertThat(claims(shop))
        .containsExactly(
            new Claim.GatePassed(null, false, COMMIT),
            new Claim.GatePassed(BUILD, false, COMMIT),
            new Claim.GatePassed(BUILD, true, COMMIT));
    var proof = shop.store.find(RELEASE).orElseThrow().evidence().proofs().getLast();
    assertThat(proof.by()).isEqualTo(Workshop.ANN);
    assertThat(proof.at()).isEqualTo(shop.now);
  }

  @Test
  void who_passed_the_gates_of_a_beginning_is_not_asked_again_until_the_phase_has_ended() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD));
    tidy(shop, "a.txt");

    shop.after(RELEASE, Workshop.begin(BUILD), Workshop.complete(BUILD));
    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).containsExactly("tree-dirty");
  }

  @Test
  void who_ends_a_phase_that_never_began_passes_the_gates_of_its_beginning_too() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");

    assertThat(Workshop.codes(ask(shop, Workshop.complete(BUILD)))).containsExactly("tree-dirty");
    tidy(shop);
    shop.after(RELEASE, Workshop.complete(BUILD));
  }

  @Test
  void a_gate_at_the_end_is_asked_when_the_phase_ends_and_not_before() {
    var shop = begun(Workshop.done(CLEAN));
    tidy(shop, "a.txt");

    shop.after(RELEASE, Workshop.begin(BUILD));
    assertThat(Workshop.codes(ask(shop, Workshop.complete(BUILD)))).containsExactly("tree-dirty");
    tidy(shop);
    shop.after(RELEASE, Workshop.complete(BUILD));
    tidy(shop, "a.txt");
    shop.after(RELEASE, Workshop.complete(BUILD));
  }

  @Test
  void a_gate_that_is_no_must_is_passed_by_for_a_reason_which_is_recorded() {
    var shop = begun(new Gate("tidy", Gate.Moment.ENTER, false, CLEAN));
    tidy(shop, "a.txt");

    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).containsExactly("anyway");
    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD), "anyway", " ")))
        .containsExactly("anyway");
    var changeResult = ask(shop, Workshop.begin(BUILD), "anyway", "it is late");

    assertThat(Workshop.told(changeResult)).containsExactly("gate-bypassed");
    assertThat(changeResult.outcome().notices().getFirst().text())
        .isEqualTo("gate tidy of build is closed; going on because: it is late");
    var claim = new Claim.Bypass("tidy of build", "it is late", new TreePosition(COMMIT, null));
    assertThat(claims(shop)).contains(claim);
    assertThat(shop.events(RELEASE))
        .containsExactly(new Event.PhaseStarted(BUILD), new Event.EvidenceRecorded(claim));
  }

  @Test
  void a_gate_that_is_a_must_is_passed_for_no_reason() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");

    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD), "anyway", "it is late")))
        .containsExactly("tree-dirty");
  }

  @Test
  void what_was_proved_of_an_earlier_run_proves_nothing_of_the_next() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD), Workshop.complete(BUILD));
    var again = new Change.StartRun("release", "v1", List.of(), true);

    shop.after(RELEASE, again);

    assertThat(claims(shop)).containsExactly(new Claim.GatePassed(null, false, COMMIT));
  }

  @Test
  void a_gated_phase_is_neither_skipped_nor_finished_around_while_its_gates_are_closed() {
    var shop = begun(Workshop.enter(CLEAN), Workshop.done(CLEAN));
    tidy(shop, "a.txt");

    for (var change :
        List.of(
            new Change.SkipPhase(BUILD, "not today"), new Change.FinishRun(), merge("skipped"))) {
      assertThat(Workshop.codes(ask(shop, change))).containsExactly("tree-dirty");
    }
    tidy(shop);
    shop.after(RELEASE, new Change.SkipPhase(BUILD, "not today"));
    tidy(shop, "a.txt");
    shop.after(RELEASE, new Change.FinishRun());

    assertThat(claims(shop))
        .containsExactly(
            new Claim.GatePassed(null, false, COMMIT),
            new Claim.GateCleared(BUILD, COMMIT),
            new Claim.GatePassed(null, true, COMMIT));
  }

  @Test
  void the_gates_of_a_phase_that_an_edit_completed_are_asked_before_anything_after_it() {
    var shop = three(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    shop.edit(
        RELEASE,
        "\"build\": {\n      \"status\": \"pending\"",
        "\"build\": {\n      \"status\": \"complete\"");

    assertThat(Workshop.codes(ask(shop, Workshop.begin(PUBLISH)))).containsExactly("tree-dirty");
    assertThat(Workshop.codes(ask(shop, Workshop.complete(PUBLISH)))).containsExactly("tree-dirty");
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(PUBLISH));

    assertThat(claims(shop)).contains(new Claim.GateCleared(BUILD, COMMIT));
    tidy(shop, "a.txt");
    shop.after(RELEASE, Workshop.complete(PUBLISH), new Change.FinishRun());
  }

  @Test
  void a_task_of_a_phase_that_an_edit_began_waits_for_the_gates_before_it() {
    var shop = begun(Workshop.enter(CLEAN));
    var task = new Change.ChangeTask(Change.TaskStep.ADD, "Write the form");
    tidy(shop, "a.txt");
    shop.edit(
        RELEASE,
        "\"build\": {\n      \"status\": \"pending\"",
        "\"build\": {\n      \"status\": \"in_progress\"");

    assertThat(Workshop.codes(ask(shop, task))).containsExactly("tree-dirty");
    tidy(shop);
    shop.after(RELEASE, task);

    assertThat(claims(shop)).contains(new Claim.GatePassed(BUILD, false, COMMIT));
  }

  @Test
  void an_earlier_phase_that_begins_again_makes_what_came_after_it_void() {
    var shop = three(Workshop.enter(CLEAN));
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD), Workshop.complete(BUILD), Workshop.begin(PLAN));
    tidy(shop, "a.txt");

    assertThat(Workshop.codes(ask(shop, Workshop.begin(PUBLISH)))).containsExactly("tree-dirty");
    shop.after(RELEASE, Workshop.complete(PLAN));
    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).containsExactly("tree-dirty");
  }

  @Test
  void a_removed_file_is_no_way_round_a_gate() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD));
    tidy(shop, "a.txt");
    shop.store.edit(RELEASE, null);

    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).containsExactly("missing");
    shop.after(RELEASE, new Change.StartRun("release", "v1", List.of(), true));
    assertThat(Workshop.codes(ask(shop, Workshop.begin(BUILD)))).containsExactly("tree-dirty");
  }

  @Test
  void a_start_cannot_leave_a_phase_with_a_mandatory_gate_out() {
    var shop = three(Workshop.enter(CLEAN));
    tidy(shop);
    var phases = List.of(PLAN, new PhaseName("build2"));

    assertThat(Workshop.codes(ask(shop, new Change.StartRun("release", "v1", phases, true))))
        .containsExactly("gated-phase-left-out");
  }

  private static Workshop three(Gate... gates) {
    var phases =
        List.of(
            new PhaseDefinition(PLAN),
            new PhaseDefinition(BUILD, null, List.of(gates)),
            new PhaseDefinition(PUBLISH));
    var shop = new Workshop(new WorkflowDefinition("toy", "release", phases, null, "x", false, ""));
    return shop.after(RELEASE, Workshop.start(RELEASE), Workshop.complete(PLAN));
  }

  /// Records undecided merge conflicts in the document, as a merge of two branches leaves them.
  private static void conflicted(Workshop shop, @Nullable PhaseName... phases) {
    var conflicts = new ArrayList<MergeConflict>();
    for (var phase : phases) {
      conflicts.add(new MergeConflict(phase, List.of(), goal("A"), goal("B")));
    }
    var root = (JsonObject) JsonText.parse(shop.text(RELEASE));
    shop.store.edit(RELEASE, MergeConflict.into(root, conflicts).toString());
  }

  private static JsonObject goal(String goal) {
    return JsonObject.EMPTY.with("goal", goal);
  }

  private static List<String> reasons(ChangeResult<?> changeResult) {
    return ((Refusal<?>) changeResult.outcome()).blockers().stream().map(Blocker::reason).toList();
  }

  @Test
  void an_undecided_merge_conflict_closes_its_phase_and_those_after_it() {
    var shop = three();
    conflicted(shop, BUILD);

    for (var change :
        List.of(
            Workshop.begin(BUILD),
            Workshop.begin(PUBLISH),
            Workshop.begin(new PhaseName("unplanned")),
            new Change.FinishRun())) {
      var refused = ask(shop, change);
      assertThat(Workshop.codes(refused)).containsExactly("merge-undecided");
      assertThat(reasons(refused))
          .containsExactly(
              "phase build has an undecided merge conflict: goal: ours \"A\", theirs \"B\"");
    }
  }

  @Test
  void the_phases_before_an_undecided_merge_conflict_stay_open() {
    var shop = three();
    conflicted(shop, BUILD);

    shop.after(RELEASE, Workshop.begin(PLAN), Workshop.complete(PLAN));
    shop.after(RELEASE, new Change.StateGoal("Ship it"));
  }

  @Test
  void an_undecided_merge_conflict_of_the_run_closes_only_its_end() {
    var shop = three();
    conflicted(shop, (PhaseName) null);
    shop.after(RELEASE, Workshop.begin(BUILD), Workshop.complete(BUILD));

    var refused = ask(shop, new Change.FinishRun());

    assertThat(Workshop.codes(refused)).containsExactly("merge-undecided");
    assertThat(reasons(refused))
        .containsExactly(
            "toy/release/v1 has an undecided merge conflict: goal: ours \"A\", theirs \"B\"");
  }

  private static Change save(Workshop shop, String key, String value) {
    var root = (JsonObject) JsonText.parse(shop.text(RELEASE));
    return new Change.SaveDocument(root.with(key, value), "v1");
  }

  @Test
  void a_document_saved_as_finished_passes_the_gates_of_all_phases() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    shop.after(RELEASE, save(shop, "owner", "ann"));

    var finished = save(shop, "completed_at", "2026-03-01T12:00:00Z");
    assertThat(Workshop.codes(ask(shop, finished))).containsExactly("tree-dirty");

    tidy(shop);
    shop.after(RELEASE, finished);
    assertThat(claims(shop)).contains(new Claim.GateCleared(BUILD, COMMIT));
  }

  @Test
  void a_finished_document_passes_the_gates_again_only_if_a_phase_moves() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    var root = (JsonObject) JsonText.parse(shop.text(RELEASE));
    shop.store.edit(RELEASE, root.with("completed_at", "2026-03-01T12:00:00Z").toString());

    shop.after(RELEASE, save(shop, "owner", "ann"));
    var moved = shop.text(RELEASE).replaceFirst("pending", "complete");
    var change = new Change.SaveDocument((JsonObject) JsonText.parse(moved), "v1");

    assertThat(Workshop.codes(ask(shop, change))).containsExactly("tree-dirty");
  }

  @Test
  void a_change_that_ends_the_run_by_its_event_passes_the_gates_of_all_phases() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    var script = new Script();
    script.events = List.of(new Event.WorkflowCompleted());
    var goal = new Change.StateGoal("Ship it");
    var by = Workshop.by(ChangeMode.COMMIT);

    var refused = shop.checkpoints.apply(script.dialect(), RELEASE, goal, by);
    assertThat(Workshop.codes(refused)).containsExactly("tree-dirty");

    script.events = List.of();
    Workshop.allowed(shop.checkpoints.apply(script.dialect(), RELEASE, goal, by));
  }

  @Test
  void completing_a_phase_again_passes_its_gates_unless_they_were_passed() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    var complete = shop.text(RELEASE).replace("pending", "complete");
    shop.store.edit(RELEASE, complete);

    assertThat(Workshop.codes(ask(shop, Workshop.complete(BUILD)))).containsExactly("tree-dirty");
    tidy(shop);
    shop.after(RELEASE, Workshop.complete(BUILD));
    assertThat(claims(shop)).contains(new Claim.GatePassed(BUILD, true, COMMIT));
  }

  @Test
  void the_gates_of_the_beginning_are_asked_of_a_skipped_phase_unless_it_began() {
    var shop = begun(Workshop.enter(CLEAN));
    var skip = new Change.SkipPhase(BUILD, "not today");
    tidy(shop, "a.txt");
    assertThat(Workshop.codes(ask(shop, skip))).containsExactly("tree-dirty");

    tidy(shop);
    shop.after(RELEASE, Workshop.begin(BUILD));
    tidy(shop, "a.txt");
    shop.after(RELEASE, skip);
  }

  @Test
  void a_start_leaves_only_phases_without_a_mandatory_gate_out() {
    var gates = List.of(new Gate("tidy", Gate.Moment.ENTER, false, CLEAN));
    var phases =
        List.of(
            new PhaseDefinition(PLAN),
            new PhaseDefinition(BUILD, null, List.of(Workshop.enter(CLEAN))),
            new PhaseDefinition(PUBLISH, null, gates));
    var shop = new Workshop(new WorkflowDefinition("toy", "release", phases, null, "x", false, ""));

    var refused = ask(shop, new Change.StartRun("release", "v1", List.of(PLAN), false));

    assertThat(reasons(refused))
        .containsExactly("phase build of release has a mandatory gate and is not among the phases");
    shop.after(RELEASE, new Change.StartRun("release", "v1", List.of(BUILD), false));
  }

  private static Workshop releasing(String origin) {
    var gates = List.of(Workshop.enter(CLEAN));
    var phases = List.of(new PhaseDefinition(PLAN), new PhaseDefinition(BUILD, null, gates));
    var release = new WorkflowDefinition("toy", "release", phases, null, origin, false, "");
    var shop = new Workshop(release).after(RELEASE, Workshop.start(RELEASE));
    tidy(shop, "a.txt");
    return shop;
  }

  @Test
  void what_counts_as_an_edit_has_the_gates_of_a_built_in_workflow_asked_later() {
    var edit = Caller.edit(Workshop.ANN);
    var builtIn = releasing(WorkflowDefinition.BUILT_IN);
    var own = releasing(".tidemark/workflows/release.yaml");

    assertThat(Workshop.codes(own.ask(RELEASE, Workshop.begin(BUILD), edit)))
        .containsExactly("tree-dirty");
    assertThat(Workshop.codes(ask(builtIn, Workshop.begin(BUILD)))).containsExactly("tree-dirty");
    Workshop.allowed(builtIn.ask(RELEASE, Workshop.begin(BUILD), edit));
    assertThat(Workshop.codes(ask(builtIn, new Change.FinishRun()))).containsExactly("tree-dirty");
  }

  @Test
  void a_saved_document_proves_no_verdict_that_it_holds() {
    var shop = begun(Workshop.enter(CLEAN));
    var root = (JsonObject) JsonText.parse(shop.text(RELEASE));
    var gate = (JsonObject) JsonText.parse("{\"ship_allowed\": false, \"blockers\": [\"slow\"]}");

    shop.after(RELEASE, new Change.SaveDocument(root.with("gate", gate), "v1"));

    assertThat(claims(shop)).containsExactly(new Claim.GatePassed(null, false, COMMIT));
  }

  @Test
  void the_warning_of_an_open_gate_is_told_once() {
    var issue = new IssueRecorded();
    var shop =
        begun(
            new Gate("one", Gate.Moment.ENTER, true, issue),
            new Gate("two", Gate.Moment.ENTER, true, issue));
    shop.answers.put(
        FactQuery.fileText(ServicePolicy.FILE),
        Fact.known(Optional.of("{\"linear\": {\"enabled\": true}}")));

    var begun = ask(shop, Workshop.begin(BUILD));

    assertThat(Workshop.told(begun)).containsExactly("no-issue");
    assertThat(shop.text(RELEASE)).contains("\"current_phase\": \"build\"");
  }

  @Test
  void the_evidence_of_the_rules_is_recorded_after_the_passages() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop);
    var verdict = new Claim.Verdict("audit", true, List.of(), new TreePosition(COMMIT, "t1"));
    var script = new Script();
    script.claims = List.of(verdict);

    var by = Workshop.by(ChangeMode.COMMIT);
    Workshop.allowed(shop.checkpoints.apply(script.dialect(), RELEASE, Workshop.begin(BUILD), by));

    assertThat(claims(shop))
        .containsExactly(
            new Claim.GatePassed(null, false, COMMIT),
            new Claim.GatePassed(BUILD, false, COMMIT),
            verdict);
  }
}
