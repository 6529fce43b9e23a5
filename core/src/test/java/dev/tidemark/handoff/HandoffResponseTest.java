package dev.tidemark.handoff;

import static dev.tidemark.handoff.Samples.RESPONSE;
import static dev.tidemark.handoff.Samples.accepted;
import static dev.tidemark.handoff.Samples.json;
import static dev.tidemark.handoff.Samples.notices;
import static dev.tidemark.handoff.Samples.reasons;
import static dev.tidemark.handoff.Samples.response;
import static dev.tidemark.handoff.Samples.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.SummaryLimit;
import dev.tidemark.workflow.policy.TokenMeter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandoffResponseTest {
  private static final PhaseName PHASE = new PhaseName("validation");

  /// T-004-C with its corrections: the field, a value (`-` for none), what becomes of it.
  @Proves({"R-004-54", "T-004-C"})
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          task_id         | -           | rejected
          task_id         | 7           | rejected
          task_id         | ""          | rejected
          phase           | -           | rejected
          phase           | []          | rejected
          phase           | "review"    | warned
          status          | -           | rejected
          status          | null        | rejected
          status          | "failed"    | warned
          status          | "partial"   | fine
          status          | "blocked"   | fine
          decision        | -           | rejected
          decision        | "proceed"   | rejected
          decision        | "GO"        | rejected
          decision        | null        | rejected
          decision        | "CLARIFY"   | fine
          findings        | -           | rejected
          findings        | []          | rejected
          findings        | {}          | fine
          findings.files_created  | "a"   | warned
          findings.files_modified | [{}]  | warned
          findings.files_modified | [7]   | warned
          context_summary | -           | rejected
          context_summary | null        | rejected
          context_summary | ""          | fine
          tokens_used     | -           | fine
          tokens_used     | 0.5         | fine
          tokens_used     | "7"         | rejected
          issues          | -           | fine
          issues          | "none"      | rejected
          issues          | ["a",1]     | rejected
          """)
  void each_field_is_held_to_its_row(String path, String value, String becomes) {
    var contractCheck = response(path, value);

    switch (becomes) {
      case "rejected" ->
          assertThat(reasons(contractCheck)).singleElement().asString().contains(path);
      case "warned" -> {
        assertThat(reasons(contractCheck)).isEmpty();
        assertThat(notices(contractCheck)).singleElement().asString().startsWith(path);
      }
      default -> {
        assertThat(reasons(contractCheck)).isEmpty();
        assertThat(notices(contractCheck)).isEmpty();
      }
    }
  }

  @Proves("R-004-54")
  @Test
  void a_summary_over_the_limit_leaves_the_response_valid_with_one_warning() {
    var contractCheck = response("context_summary", "\"" + words(501) + "\"");

    assertThat(reasons(contractCheck)).isEmpty();
    assertThat(notices(contractCheck))
        .containsExactly("Context summary exceeds 500 token limit (actual: 501 tokens)");
    var taken = accepted(contractCheck).withPolicy(SummaryPolicy.ACCEPT, SummaryLimit.DEFAULT);
    assertThat(accepted(taken).summary()).isEqualTo(words(501));
  }

  @Proves("R-004-55")
  @Test
  void reject_makes_a_failure_of_the_warning() {
    var response = accepted(response("context_summary", "\"" + words(501) + "\""));

    var contractCheck = response.withPolicy(SummaryPolicy.REJECT, SummaryLimit.DEFAULT);

    assertThat(reasons(contractCheck))
        .containsExactly("Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(
            reasons(
                accepted(response("status", "\"partial\""))
                    .withPolicy(SummaryPolicy.REJECT, SummaryLimit.DEFAULT)))
        .isEmpty();
  }

  @Proves("R-004-55")
  @Test
  void truncate_keeps_the_first_500_tokens_and_nothing_else_changes() {
    var response = accepted(response("context_summary", "\"" + words(501) + "\""));

    var cut = accepted(response.withPolicy(SummaryPolicy.TRUNCATE, SummaryLimit.DEFAULT));

    assertThat(cut.summary()).isEqualTo(words(500));
    assertThat(cut.json()).isEqualTo(response.json().with("context_summary", words(500)));
    assertThat(cut.applied(PHASE)).isEqualTo(response.applied(PHASE));
  }

  @Proves("R-004-55")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          '  a  b   c '|2|'  a  b'
          'a b'|2|'a b'
          'a\u00A0b\u200Bc d'|2|'a\u00A0b\u200Bc'
          ' '|1|''
          """)
  void truncating_keeps_the_original_spacing(String text, int limit, String kept) {
    var most = new SummaryLimit(limit, "words", TokenMeter.words());

    assertThat(SummaryPolicy.truncated(text, most)).isEqualTo(kept);
  }

  @Test
  void another_way_of_counting_cuts_at_the_end_of_a_word_too() {
    var letters = new SummaryLimit(7, "letters", String::length);

    assertThat(SummaryPolicy.truncated("four five", letters)).isEqualTo("four");
    assertThat(SummaryPolicy.truncated("incomprehensible", letters)).isEmpty();
  }

  @Proves("R-004-56")
  @ParameterizedTest
  @CsvSource({"task_id, T003", "phase, validate"})
  void a_response_names_task_and_phase_of_its_request(String key, String other) {
    var request = accepted(HandoffRequest.read(Samples.REQUEST, SummaryLimit.DEFAULT));
    var root = json(RESPONSE);

    var own = HandoffResponse.of(root, request, SummaryLimit.DEFAULT);
    var strange = HandoffResponse.of(root.with(key, other), request, SummaryLimit.DEFAULT);

    assertThat(reasons(own)).isEmpty();
    assertThat(reasons(strange))
        .singleElement()
        .asString()
        .contains(key + " must be ", "as in the request (found \"" + other + "\")");
  }

  @Proves("R-004-57")
  @ParameterizedTest
  @CsvSource({"PROCEED, CONTINUE", "STOP, HALT_AND_REPORT", "CLARIFY, ASK_USER"})
  void each_decision_has_its_action(String decision, HandoffDecision.Action action) {
    var response = accepted(response("decision", "\"" + decision + "\""));

    assertThat(response.decision().action()).isEqualTo(action);
  }

  @Proves("R-004-58")
  @Test
  void unknown_fields_are_kept() {
    var text = "{\"x\":{\"y\":1.50}," + RESPONSE.substring(1);

    var response = accepted(HandoffResponse.read(text, null, SummaryLimit.DEFAULT));

    assertThat(response.json()).isEqualTo(json(text));
  }

  @Proves("R-004-59")
  @ParameterizedTest
  @CsvSource({
    "PROCEED, complete, CompletePhase",
    "PROCEED, partial, StartPhase",
    "PROCEED, blocked, StartPhase",
    "PROCEED, done, StartPhase",
    "STOP, complete, FailPhase",
    "STOP, blocked, FailPhase",
    "CLARIFY, complete, StartPhase",
    "CLARIFY, partial, StartPhase"
  })
  void decision_and_status_say_what_becomes_of_the_phase(
      String decision, String status, String change) {
    var root = json(RESPONSE).with("decision", decision).with("status", status);

    var response = accepted(HandoffResponse.of(root, null, SummaryLimit.DEFAULT));

    assertThat(response.change(PHASE).getClass().getSimpleName()).isEqualTo(change);
  }

  @Proves("R-004-59")
  @Test
  void summary_and_files_go_along_and_objects_are_stored_as_their_path() {
    var change = (Change.CompletePhase) accepted(response("status", "\"complete\"")).change(PHASE);

    assertThat(change.phase()).isEqualTo(PHASE);
    assertThat(change.report().summary()).isEqualTo(new ContextSummary("Tokens rotate on use."));
    assertThat(change.report().artifacts())
        .containsExactly(
            new Artifact("src/rotate.ts", Artifact.Kind.CREATED),
            new Artifact("src/a.ts", Artifact.Kind.MODIFIED));
  }

  @Proves("R-004-59")
  @Test
  void a_stop_says_why() {
    var stop = json(RESPONSE).with("decision", "STOP");
    var issues = Samples.with(stop, "issues", "[\"no disk\",\"no net\"]");

    assertThat(accepted(HandoffResponse.of(issues, null, SummaryLimit.DEFAULT)).change(PHASE))
        .isInstanceOfSatisfying(
            Change.FailPhase.class, fail -> assertThat(fail.reason()).isEqualTo("no disk; no net"));
    assertThat(accepted(HandoffResponse.of(stop, null, SummaryLimit.DEFAULT)).change(PHASE))
        .isInstanceOfSatisfying(
            Change.FailPhase.class,
            fail -> assertThat(fail.reason()).isEqualTo("the worker reported STOP"));
  }

  @Test
  void a_key_that_stands_twice_is_warned_about() {
    var twice = json("{\"status\":\"partial\"," + RESPONSE.substring(1));

    assertThat(notices(HandoffResponse.of(twice, null, SummaryLimit.DEFAULT)))
        .containsExactly("status is given twice; the last one counts");
  }

  @Test
  void a_missing_and_a_long_value_are_told_in_a_few_characters() {
    assertThat(reasons(response("decision", "-")))
        .containsExactly(
            "response rejected: decision must be one of PROCEED, STOP, CLARIFY (found nothing)");
    assertThat(reasons(response("decision", "\"" + "x".repeat(78) + "\"")))
        .containsExactly(
            "response rejected: decision must be one of PROCEED, STOP, CLARIFY (found \""
                + "x".repeat(78)
                + "\")");
    assertThat(reasons(response("decision", "\"" + "x".repeat(79) + "\"")))
        .containsExactly(
            "response rejected: decision must be one of PROCEED, STOP, CLARIFY (found \""
                + "x".repeat(79)
                + "...)");
  }

  @Proves("R-004-59")
  @Test
  void a_response_is_recorded_as_applied_with_its_task_decision_and_digest() {
    var response = accepted(response("status", "\"complete\""));
    var digest = Sha256.hex(Utf8.encode(JsonText.compact(json(RESPONSE))));

    assertThat(response.taskId()).isEqualTo("T002");
    assertThat(response.applied(PHASE))
        .isEqualTo(new Event.HandoffApplied(PHASE, "T002", "PROCEED", digest));
  }

  @Test
  void a_worker_that_had_a_part_of_the_phase_ends_nothing_and_has_no_summary() {
    var response = accepted(response("status", "\"complete\""));

    var part = response.asPart();

    assertThat(part.json())
        .isEqualTo(response.json().with("status", "partial").with("context_summary", ""));
    assertThat(part.change(PHASE))
        .isEqualTo(
            new Change.StartPhase(
                PHASE, new PhaseReport(null, response.artifacts(), List.of(), null)));
    assertThat(part.applied(PHASE)).isEqualTo(response.applied(PHASE));
  }
}
