package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Gates that depend on a service: what is recorded decides, and the configuration whether it must.
class ServiceConditionTest extends Scene {
  private static final String HERE = "1".repeat(40);
  private static final String THERE = "2".repeat(40);
  private static final String AWAITED = "{\"vercel\":{\"enabled\":true}}";
  private static final String OWN =
      "{\"linear\":{\"enabled\":true,\"use_native_automation\":false}}";

  private void configured(String text) {
    world.put(FactQuery.fileText(ServicePolicy.FILE), Fact.known(Optional.of(text)));
    world.put(FactQuery.HEAD, Fact.known(new Head("main", HERE)));
  }

  private void preview(boolean passed, String commit, String... blockers) {
    var treePosition = new TreePosition(commit, null);
    proofs.clear();
    prove(new Claim.Verdict(PreviewAllowed.NAME, passed, List.of(blockers), treePosition));
  }

  @Test
  void without_a_configuration_nothing_is_asked_of_a_service() {
    world.put(FactQuery.fileText(ServicePolicy.FILE), Fact.known(Optional.empty()));

    assertThat(codes(new PreviewAllowed())).isEmpty();
    assertThat(codes(new IssueRecorded())).isEmpty();
    assertThat(new IssueRecorded().notices(situation(world))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"vercel\":7}",
        "{\"vercel\":{\"enabled\":\"yes\"}}",
        "{\"linear\":{\"use_native_automation\":null}}"
      })
  void a_configuration_that_cannot_be_understood_keeps_both_closed(String text) {
    configured(text);

    assertThat(codes(new PreviewAllowed())).containsExactly("gate-unknown");
    assertThat(codes(new IssueRecorded())).containsExactly("gate-unknown");
    assertThat(ask(new IssueRecorded()).getFirst().reason()).contains(ServicePolicy.FILE);
  }

  @Test
  void a_configuration_that_cannot_be_read_keeps_both_closed() {
    assertThat(codes(new PreviewAllowed())).containsExactly("gate-unknown");
    assertThat(codes(new IssueRecorded())).containsExactly("gate-unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, true, false",
    "true, false, false, false",
    "true, true, false, true",
    "true, false, true, true"
  })
  void a_preview_matters_where_it_is_waited_for_or_required(
      boolean enabled, boolean waits, boolean required, boolean due) {
    configured(
        ("{\"vercel\":{\"enabled\":%s,\"wait_for_preview\":%s,"
                + "\"require_preview_success\":%s}}")
            .formatted(enabled, waits, required));

    assertThat(codes(new PreviewAllowed())).isEqualTo(due ? List.of("due-preview") : List.of());
  }

  @Test
  void the_outcome_of_a_preview_holds_for_its_commit() {
    configured(AWAITED);
    preview(true, THERE);
    assertThat(ask(new PreviewAllowed()).getFirst())
        .isEqualTo(
            Blocker.refused(
                "due-preview",
                "the preview of commit 1111111 has not been waited for",
                "Wait for it: tidemark gate run preview --run state/release/v1"));
    assertThat(ask(new PreviewAllowed()).getFirst().isDue()).isTrue();

    preview(true, HERE);
    assertThat(codes(new PreviewAllowed())).isEmpty();
    assertThat(new PreviewAllowed().proof(situation(Map.of()))).isNotNull();

    preview(false, HERE, "Vercel preview failed");
    var failed = ask(new PreviewAllowed()).getFirst();
    assertThat(failed.code()).isEqualTo("preview-failed");
    assertThat(failed.reason()).isEqualTo("Vercel preview failed");
    assertThat(failed.isDue()).isFalse();
  }

  @Test
  void without_a_commit_the_preview_of_none_is_due() {
    configured(AWAITED);
    world.put(FactQuery.HEAD, Fact.known(Head.NONE));

    assertThat(ask(new PreviewAllowed()).getFirst().reason())
        .isEqualTo("the preview of this commit has not been waited for");
  }

  @Test
  void an_issue_is_due_where_tidemark_creates_it() {
    configured(OWN);
    assertThat(ask(new IssueRecorded()))
        .containsExactly(
            Blocker.refused(
                IssueRecorded.DUE,
                "no issue is recorded for this run",
                "Create it in Linear: tidemark issue --run state/release/v1"));

    configured(OWN.replace("false", "true"));
    assertThat(codes(new IssueRecorded())).isEmpty();
    assertThat(new IssueRecorded().notices(situation(world)))
        .singleElement()
        .satisfies(notice -> assertThat(notice.text()).contains("tidemark issue --run"));
  }

  @Test
  void a_phase_with_such_a_gate_may_be_left_out_at_the_start() {
    for (var condition : List.of(new PreviewAllowed(), new IssueRecorded())) {
      var gate = new Gate("g", Gate.Moment.DONE, true, condition);
      assertThat(new PhaseDefinition(PLAN, null, List.of(gate)).hasMandatoryGate()).isFalse();
      assertThat(condition.text()).isNotBlank();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ENTER, true, false, true",
    "ENTER, false, true, false",
    "DONE, true, false, false",
    "DONE, false, true, true",
    "BOTH, true, false, true",
    "BOTH, false, true, true",
    "BOTH, false, false, false"
  })
  void a_gate_is_asked_at_its_moment(
      Gate.Moment moment, boolean begins, boolean ends, boolean asked) {
    assertThat(moment.isAsked(begins, ends)).isEqualTo(asked);
  }
}
