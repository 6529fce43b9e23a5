package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ForceGate;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.KeepReport;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What verdicts, forced gates and reports of services leave in the document.
class GateRulesTest {
  private final Run run = Run.of("implement", "auth");

  private static Change set(Judgement judgement, String... blockers) {
    return new SetGate(SetGate.SHIP, judgement, List.of(blockers));
  }

  private static void begin(Run run) {
    run.update("scope", "{\"status\":\"in_progress\"}");
  }

  @Test
  @Proves("R-004-86")
  void a_verdict_stands_in_the_document_with_the_commit_it_is_about() {
    begin(run);

    run.after(set(Judgement.FAILED, "2 tests failing", "2 tests failing", "no docs"));

    assertThat(run.root().object("gate"))
        .hasToString(
            "{\"ship_allowed\":false,\"blockers\":[\"2 tests failing\",\"no docs\"],"
                + "\"head_commit\":\"%s\"}".formatted(Run.COMMIT));
    assertThat(run.root().string("updated_at")).startsWith("2026-01-29T10:32:00");
    assertThat(run.events).isEmpty();
  }

  @Test
  void outside_of_git_a_verdict_names_no_commit() {
    begin(run);
    run.head = Head.NONE;

    run.after(set(Judgement.PASSED));

    assertThat(run.root().object("gate")).hasToString("{\"ship_allowed\":true,\"blockers\":[]}");
  }

  @Test
  void a_new_verdict_takes_the_place_of_the_one_before() {
    begin(run);
    run.after(set(Judgement.FAILED, "red")).after(set(Judgement.PASSED));

    assertThat(run.root().object("gate").string("head_commit")).isEqualTo(Run.COMMIT);
    assertThat(run.root().object("gate").strings("blockers")).isEmpty();
  }

  @Test
  @Proves("R-004-87")
  void what_blocks_comes_on_top_of_what_blocked_at_this_commit() {
    begin(run);
    run.after(set(Judgement.FAILED, "red")).after(set(Judgement.BLOCKED, "slow", "red"));

    assertThat(run.root().object("gate").strings("blockers")).containsExactly("red", "slow");
    run.head = new Head("main", "e".repeat(40));
    run.after(set(Judgement.BLOCKED, "late"));
    assertThat(run.root().object("gate").strings("blockers")).containsExactly("late");
  }

  @Test
  void where_git_says_nothing_what_blocked_before_still_does() {
    begin(run);
    run.after(set(Judgement.FAILED, "red"));
    run.head = Head.NONE;

    run.after(set(Judgement.BLOCKED, "late"));

    assertThat(run.root().object("gate").strings("blockers")).containsExactly("red", "late");
  }

  @Test
  void a_void_verdict_leaves_the_document() {
    begin(run);
    run.after(set(Judgement.FAILED, "red")).after(set(Judgement.VOID));

    assertThat(run.root().has("gate")).isFalse();
    assertThat(run.root().string("updated_at")).startsWith("2026-01-29T10:33:00");
    assertThat(run.ask(set(Judgement.VOID))).isEqualTo(Transition.untouched(run.checkpoint()));
  }

  @ParameterizedTest
  @EnumSource(names = {"VOID", "BLOCKED"})
  void without_a_document_there_is_nothing_to_void_or_to_block(Judgement judgement) {
    assertThat(run.ask(set(judgement))).isEqualTo(Transition.untouched(null));
  }

  @ParameterizedTest
  @EnumSource(names = {"PASSED", "FAILED"})
  void a_review_that_nobody_began_is_over_with_its_verdict(Judgement judgement) {
    run.after(set(judgement));

    assertThat(run.checkpoint().finished()).isTrue();
    assertThat(run.root().string("completed_at")).startsWith("2026-01-29T10:31:00");
    assertThat(run.root().object("gate").find("ship_allowed"))
        .hasToString(String.valueOf(judgement == Judgement.PASSED));
    assertThat(run.events)
        .containsExactly(new Event.WorkflowStarted(List.of()), new Event.WorkflowCompleted());
  }

  @Test
  void other_gates_have_no_place_in_the_document() {
    begin(run);

    var outcome = run.ask(new SetGate("security", Judgement.PASSED, List.of()));

    assertThat(outcome).isEqualTo(Transition.untouched(run.checkpoint()));
    assertThat(((Transition<?>) outcome).fate()).isNotEqualTo(Fate.WRITTEN);
    assertThat(run.root().has("gate")).isFalse();
  }

  @Test
  void a_forced_gate_stands_beside_the_verdict() {
    begin(run);
    run.after(set(Judgement.FAILED, "red")).after(new ForceGate(SetGate.SHIP, "it burns"));

    assertThat(run.root().object("gate").strings("blockers")).containsExactly("red");
    assertThat(run.root().object("gate_override"))
        .hasToString(
            "{\"forced\":true,\"at\":\"2026-01-29T10:33:00.000Z\",\"reason\":\"it burns\"}");
    assertThat(run.root().string("updated_at")).startsWith("2026-01-29T10:33:00");
  }

  @Test
  void without_a_document_a_forced_gate_is_for_the_journal_alone() {
    assertThat(run.ask(new ForceGate(SetGate.SHIP, "it burns")))
        .isEqualTo(Transition.untouched(null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"the build is red", " "})
  @Proves("R-004-87")
  void a_failed_pre_flight_blocks_shipping(String reason) {
    var shipping = Run.of("ship", "auth");
    begin(shipping);

    var gated =
        shipping.after(new Change.FailPhase(new PhaseName("pre-flight"), reason, PhaseReport.NONE));

    assertThat(gated.root().object("gate").strings("blockers"))
        .containsExactly(
            reason.isBlank() ? "pre-flight failed" : "pre-flight failed: the build is red");
    assertThat(gated.entry("pre-flight").string("status")).isEqualTo("failed");
  }

  @Test
  void what_else_fails_while_shipping_does_not_block() {
    var shipping = Run.of("ship", "auth");
    begin(shipping);

    shipping.after(new Change.FailPhase(new PhaseName("push"), "offline", PhaseReport.NONE));

    assertThat(shipping.root().has("gate")).isFalse();
  }

  @Test
  @Proves("R-004-63")
  void a_report_is_laid_over_what_the_service_said_before() {
    begin(run);
    run.after(new KeepReport("linear", Run.json("{\"n\":1,\"url\":\"a\",\"status\":\"open\"}")));
    assertThat(run.events).containsExactly(new Event.ReportKept("linear", "a"));

    run.after(new KeepReport("linear", Run.json("{\"status\":\"done\"}")));

    assertThat(run.root().object("linear"))
        .hasToString("{\"n\":1,\"url\":\"a\",\"status\":\"done\"}");
    assertThat(run.events).containsExactly(new Event.ReportKept("linear", "done"));
    assertThat(run.ask(new KeepReport("linear", Run.json("{\"status\":\"done\"}"))))
        .isEqualTo(Transition.untouched(run.checkpoint()));
  }

  @Test
  void a_report_without_a_text_has_no_gist() {
    begin(run);

    run.after(new KeepReport("vercel", Run.json("{\"n\":1}")));

    assertThat(run.events).containsExactly(new Event.ReportKept("vercel", ""));
  }

  @Test
  void without_a_run_a_preview_is_not_kept_and_an_issue_is_refused() {
    assertThat(run.ask(new KeepReport("vercel", JsonObject.EMPTY)))
        .isEqualTo(Transition.untouched(null));
    assertThat(run.refused(new KeepReport("linear", JsonObject.EMPTY)).code())
        .isEqualTo("no-checkpoint");
  }

  @Test
  void a_service_that_documents_have_no_place_for_is_a_bug() {
    begin(run);

    assertThatThrownBy(() -> run.ask(new KeepReport("phases", JsonObject.EMPTY)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"validation", "scope"})
  void an_approval_of_a_phase_that_is_defined_or_mentioned_is_for_the_journal(String phase) {
    begin(run);

    var outcome = run.ask(new Change.ApprovePhase(new PhaseName(phase)));

    assertThat(outcome).isEqualTo(Transition.untouched(run.checkpoint()));
  }

  @Test
  void a_phase_that_is_not_of_the_run_cannot_be_approved() {
    var approval = new Change.ApprovePhase(new PhaseName("nowhere"));

    assertThat(run.refused(approval).code()).isEqualTo("no-phase");
    assertThat(run.refused(new Change.ApprovePhase(new PhaseName("validation"))).code())
        .isEqualTo("no-phase");
    begin(run);
    assertThat(run.refused(approval).reason()).contains("no phase nowhere");
  }
}
