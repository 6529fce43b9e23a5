package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.BUILD;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.PLAN;
import static dev.tidemark.engine.Workshop.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Event;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Approvals and verdicts, which are recorded whatever the dialect has words for.
class EvidenceRecordingTest {
  private static final Change APPROVE = new Change.ApprovePhase(PLAN);

  private final Workshop shop =
      Workshop.gated(Workshop.enter(new ApprovedByPerson(PLAN, List.of("plan.md"))));

  @BeforeEach
  void begin() {
    file("text");
    shop.answers.put(FactQuery.TREE, Fact.known("t1"));
    var summary = new ContextSummary("Three steps.");
    var report = new PhaseReport(summary, List.of(), List.of(), null);
    shop.after(RELEASE, Workshop.start(RELEASE), new Change.CompletePhase(PLAN, report));
  }

  private void file(String text) {
    shop.answers.put(FactQuery.fileState("plan.md"), Fact.known(Optional.of(text)));
  }

  private static Caller person(ChangeMode changeMode, @Nullable String seen) {
    var said =
        seen == null ? DialectOptions.NONE : new DialectOptions(Map.of("seen", List.of(seen)));
    return new Caller(Workshop.ANN, changeMode, said, null, ApprovalEvidence.TERMINAL);
  }

  private ChangeResult<?> approve() {
    return shop.ask(RELEASE, APPROVE, person(ChangeMode.COMMIT, null));
  }

  private @Nullable Proof proof(String word, String subject) {
    return shop.store.find(RELEASE).orElseThrow().evidence().proof(word, subject);
  }

  private Claim.Approval approval() {
    var proof = proof(Claim.Approval.WORD, "plan");
    assertThat(proof).isNotNull();
    return (Claim.Approval) proof.claim();
  }

  @Test
  void nobody_approves_unless_a_person_was_seen_to() {
    var changeResult = shop.ask(RELEASE, APPROVE, Workshop.by(ChangeMode.COMMIT));

    assertThat(Workshop.codes(changeResult)).containsExactly("needs-person");
    assertThat(proof(Claim.Approval.WORD, "plan")).isNull();
    Workshop.allowed(shop.ask(RELEASE, APPROVE, Workshop.by(ChangeMode.DRY_RUN)));
    assertThat(proof(Claim.Approval.WORD, "plan")).isNull();
  }

  @Test
  void an_approval_opens_the_gate_until_what_was_approved_changes() {
    assertThat(
            Workshop.codes(
                shop.ask(RELEASE, Workshop.begin(BUILD), Workshop.by(ChangeMode.COMMIT))))
        .containsExactly("approval-missing");
    Workshop.allowed(approve());

    assertThat(approval().method()).isEqualTo("terminal");
    assertThat(shop.events(RELEASE)).containsExactly(new Event.EvidenceRecorded(approval()));
    file("changed");
    assertThat(
            Workshop.codes(
                shop.ask(RELEASE, Workshop.begin(BUILD), Workshop.by(ChangeMode.COMMIT))))
        .containsExactly("approval-stale");
    file("text");
    shop.after(RELEASE, Workshop.begin(BUILD));
  }

  @Test
  void who_approves_of_the_same_again_is_told_and_nothing_is_recorded() {
    approve();
    int entries = shop.store.history(RELEASE).size();

    var again = approve();

    assertThat(Workshop.told(again)).containsExactly("already-approved");
    assertThat(again.outcome().notices().getFirst().text())
        .startsWith("plan was approved by ann at 2026-03-01T12:03:00Z already");
    assertThat(shop.store.history(RELEASE)).hasSize(entries);
    file("changed");
    assertThat(Workshop.told(approve())).isEmpty();
    assertThat(shop.store.history(RELEASE)).hasSize(entries + 1);
  }

  @Test
  void what_changed_while_it_was_looked_at_is_not_approved() {
    approve();
    var seen = approval().digest();
    file("changed");

    var changeResult = shop.ask(RELEASE, APPROVE, person(ChangeMode.COMMIT, seen));

    assertThat(Workshop.codes(changeResult)).containsExactly("changed-meanwhile");
    file("text");
    assertThat(Workshop.told(shop.ask(RELEASE, APPROVE, person(ChangeMode.COMMIT, seen))))
        .containsExactly("already-approved");
  }

  @Test
  void a_run_of_a_workflow_that_nobody_defined_can_be_approved_of() {
    var fence = new CheckpointId("toy", "paint", "fence");
    shop.after(fence, new Change.StartRun("paint", "fence", List.of(PLAN), false, true));

    Workshop.allowed(shop.ask(fence, APPROVE, person(ChangeMode.COMMIT, null)));

    assertThat(shop.events(fence)).hasOnlyElementsOfType(Event.EvidenceRecorded.class);
  }

  @Test
  void a_run_waits_for_the_approval_that_its_next_phase_needs() {
    var pendingHumanAction = new PendingHumanAction("approval of plan", "approve plan", BUILD);
    assertThat(shop.runs().inspect(RELEASE).pendingAction()).isEqualTo(pendingHumanAction);
    approve();
    assertThat(shop.runs().inspect(RELEASE).pendingAction()).isNull();
  }

  @Test
  void nobody_waits_for_an_approval_that_cannot_be_given_yet_or_that_is_not_needed_any_more() {
    var early = new Workshop(shop.definition("toy", "release").orElseThrow());
    early.after(RELEASE, Workshop.start(RELEASE), Workshop.begin(PLAN));
    assertThat(early.runs().inspect(RELEASE).pendingAction()).isNull();
    for (var phases : List.of("{}", "{\"plan\": {\"status\": \"failed\"}}")) {
      var current = "\"current_phase\": \"build\"";
      early.store.edit(RELEASE, "{\"version\": 1, " + current + ", \"phases\": " + phases + "}");
      assertThat(early.runs().inspect(RELEASE).pendingAction()).isNull();
    }
    approve();
    shop.after(RELEASE, new Change.FinishRun());
    assertThat(shop.runs().inspect(RELEASE).pendingAction()).isNull();
    assertThat(shop.runs().inspect(Workshop.AUTH).pendingAction()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "review, PASSED, true, ''",
    "review, FAILED, false, too slow",
    "review, BLOCKED, false, too slow",
    "review, VOID, false, superseded by a new review",
    "ship, PASSED, true, ''",
    "ship, FAILED, false, too slow"
  })
  void a_verdict_is_bound_to_what_was_judged(
      String gate, Judgement judgement, boolean passed, String blocker) {
    var blockers = judgement == Judgement.PASSED ? List.<String>of() : List.of("too slow");

    shop.after(RELEASE, new Change.SetGate(gate, judgement, blockers));

    var expected = blocker.isEmpty() ? List.<String>of() : List.of(blocker);
    var claim = new Claim.Verdict(gate, passed, expected, new TreePosition(COMMIT, "t1"));
    var proof = proof(Claim.Verdict.WORD, gate);
    assertThat(proof).isNotNull();
    assertThat(proof.claim()).isEqualTo(claim);
    assertThat(shop.events(RELEASE)).contains(new Event.EvidenceRecorded(claim));
  }

  @Test
  void a_blocker_more_is_recorded_with_those_that_the_document_has() {
    shop.after(RELEASE, new Change.SetGate("ship", Judgement.FAILED, List.of("too slow")));
    shop.after(RELEASE, new Change.SetGate("ship", Judgement.BLOCKED, List.of("too large")));

    var proof = proof(Claim.Verdict.WORD, "ship");
    assertThat(proof).isNotNull();
    assertThat(((Claim.Verdict) proof.claim()).blockers()).containsExactly("too slow", "too large");
  }

  @Test
  void voiding_a_verdict_that_never_was_records_nothing() {
    int entries = shop.store.history(RELEASE).size();

    shop.after(RELEASE, new Change.SetGate("ship", Judgement.VOID, List.of()));

    assertThat(shop.store.history(RELEASE)).hasSize(entries);
    shop.after(RELEASE, new Change.SetGate("ship", Judgement.PASSED, List.of()));
    shop.after(RELEASE, new Change.SetGate("ship", Judgement.VOID, List.of()));
    var proof = proof(Claim.Verdict.WORD, "ship");
    assertThat(proof).isNotNull();
    assertThat(((Claim.Verdict) proof.claim()).passed()).isFalse();
  }

  @Test
  void a_gate_that_is_forced_is_recorded_with_the_reason() {
    shop.answers.put(FactQuery.TREE, Fact.unknown("no git"));

    shop.after(RELEASE, new Change.ForceGate("ship", "the fair is today"));

    var claim = new Claim.Bypass("ship", "the fair is today", new TreePosition(COMMIT, null));
    assertThat(shop.events(RELEASE)).contains(new Event.EvidenceRecorded(claim));
  }

  @Test
  void a_phase_that_nobody_knows_cannot_be_approved_of() {
    var change = new Change.ApprovePhase(new PhaseName("paint"));

    assertThat(Workshop.codes(shop.ask(RELEASE, change, person(ChangeMode.COMMIT, null))))
        .containsExactly("no-phase");
  }

  @Test
  void an_output_that_is_missing_cannot_be_approved_of_and_one_that_is_not_known_can() {
    var states =
        Map.of(
            "plan.md is missing", Fact.known(Optional.<String>empty()),
            "plan.md: no permission", Fact.<Optional<String>>unknown("plan.md: no permission"));
    for (var state : states.entrySet()) {
      shop.answers.put(FactQuery.fileState("plan.md"), state.getValue());
      for (var by : List.of(person(ChangeMode.COMMIT, null), Workshop.by(ChangeMode.DRY_RUN))) {
        var outcome = shop.ask(RELEASE, APPROVE, by).outcome();
        assertThat(((Refusal<?>) outcome).blockers())
            .containsExactly(
                Blocker.refused(
                    "no-output",
                    "there is nothing to approve of plan: " + state.getKey(),
                    "Write it, or take it out: tidemark note --removed plan.md --run"
                        + " toy/release/v1"));
      }
    }
    assertThat(proof(Claim.Approval.WORD, "plan")).isNull();
  }
}
