package dev.tidemark.handoff;

import static dev.tidemark.handoff.Samples.REQUEST;
import static dev.tidemark.handoff.Samples.accepted;
import static dev.tidemark.handoff.Samples.json;
import static dev.tidemark.handoff.Samples.notices;
import static dev.tidemark.handoff.Samples.reasons;
import static dev.tidemark.handoff.Samples.request;
import static dev.tidemark.handoff.Samples.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.SummaryLimit;
import dev.tidemark.workflow.policy.TokenMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandoffRequestTest {
  /// T-004-B with its corrections: the field, a value (`-` for none), what becomes of it.
  @Proves({"R-004-50", "T-004-B"})
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          task_id                  | -                | rejected
          task_id                  | null             | rejected
          task_id                  | 7                | rejected
          task_id                  | " "              | rejected
          phase                    | -                | rejected
          phase                    | 1                | rejected
          phase                    | "execute"        | warned
          phase                    | "parallel"       | fine
          mode                     | -                | rejected
          mode                     | "test"           | rejected
          mode                     | "Code"           | rejected
          mode                     | null             | rejected
          context                  | -                | rejected
          context                  | []               | rejected
          context.feature          | -                | warned
          context.feature          | null             | warned
          context.feature          | ""               | warned
          context.feature          | 7                | rejected
          context.spec_path        | -                | fine
          context.spec_path        | null             | fine
          context.spec_path        | true             | rejected
          context.relevant_files   | -                | fine
          context.relevant_files   | []               | fine
          context.relevant_files   | "a"              | rejected
          context.relevant_files   | null             | rejected
          context.constraints      | -                | fine
          context.constraints      | {}               | rejected
          context.previous_summary | -                | fine
          context.previous_summary | null             | fine
          context.previous_summary | []               | rejected
          instructions             | -                | rejected
          instructions             | ""               | rejected
          instructions             | []               | rejected
          expected_output          | -                | rejected
          expected_output          | {}               | rejected
          expected_output          | "execution_result" | warned
          expected_output          | "aggregated_results" | fine
          """)
  void each_field_is_held_to_its_row(String path, String value, String becomes) {
    var contractCheck = request(path, value);

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

  @Proves("R-004-50")
  @Test
  void all_violations_are_reported_at_once_and_nothing_is_made() {
    var root = json("{\"mode\":\"test\",\"context\":{\"relevant_files\":[\"a\",1]}}");

    var contractCheck = HandoffRequest.of(root, SummaryLimit.DEFAULT);

    assertThat(contractCheck).isInstanceOf(ContractCheck.Rejected.class);
    assertThat(reasons(contractCheck))
        .hasSize(6)
        .anyMatch(reason -> reason.contains("task_id"))
        .anyMatch(reason -> reason.contains("context.relevant_files[1] must be a string (found 1)"))
        .anyMatch(reason -> reason.contains("instructions"));
  }

  @Proves("R-004-51")
  @Test
  void a_mode_that_is_none_of_the_seven_is_answered_with_the_seven() {
    assertThat(reasons(request("mode", "\"test\"")))
        .containsExactly(
            "request rejected: mode must be one of plan, code, ui, docs, eval, reconcile, research"
                + " (found \"test\")");
  }

  @Proves("R-004-51")
  @ParameterizedTest
  @EnumSource
  void each_of_the_seven_modes_is_accepted(HandoffMode mode) {
    var request = accepted(request("mode", "\"" + mode.word() + "\""));

    assertThat(request.mode()).isEqualTo(mode);
  }

  @Proves("R-004-52")
  @ParameterizedTest
  @ValueSource(strings = {"previous_summary", "previous_findings"})
  void a_previous_summary_over_the_limit_is_rejected_in_the_fixed_words(String name) {
    var without = Samples.with(json(REQUEST), "context.previous_summary", "-");
    var summary = JsonString.of(words(501));
    var context = without.object("context").with(name, summary);

    var contractCheck = HandoffRequest.of(without.with("context", context), SummaryLimit.DEFAULT);

    assertThat(reasons(contractCheck))
        .containsExactly("Context summary exceeds 500 token limit (actual: 501 tokens)");
    var fits = without.with("context", without.object("context").with(name, words(500)));
    assertThat(reasons(HandoffRequest.of(fits, SummaryLimit.DEFAULT))).isEmpty();
  }

  @Proves("R-004-52")
  @Test
  void the_limit_of_the_project_holds() {
    var limit = new SummaryLimit(2, "words", TokenMeter.words());

    assertThat(reasons(HandoffRequest.of(json(REQUEST), limit)))
        .containsExactly("Context summary exceeds 2 token limit (actual: 4 tokens)");
  }

  /// The old name, the new one, and what comes out: a summary, or a rejection.
  @Proves("R-004-53")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "a"  | -    | "a"
          null | -    | null
          "a"  | null | "a"
          null | "b"  | "b"
          "a"  | "a"  | "a"
          "a"  | "b"  | rejected
          7    | -    | rejected
          """,
      quoteCharacter = '\0')
  void the_old_name_is_taken_as_the_new_one(String old, String now, String becomes) {
    var root = Samples.with(json(REQUEST), "context.previous_summary", now);

    var contractCheck =
        HandoffRequest.of(
            Samples.with(root, "context.previous_findings", old), SummaryLimit.DEFAULT);

    if (becomes.equals("rejected")) {
      assertThat(reasons(contractCheck))
          .isNotEmpty()
          .allMatch(r -> r.contains("previous_findings"));
    } else {
      assertThat(notices(contractCheck)).anyMatch(text -> text.contains("is called"));
      var context = accepted(contractCheck).json().object("context");
      assertThat(context.find("previous_summary")).hasToString(becomes);
      assertThat(context.has("previous_findings")).isFalse();
      assertThat(context.duplicates()).isEmpty();
    }
  }

  @Proves("R-004-58")
  @Test
  void unknown_fields_are_handed_on_in_their_place() {
    var text =
        "{\"priority\":1," + REQUEST.substring(1).replace("\"feature\"", "\"x\":[],\"feature\"");

    var request = accepted(HandoffRequest.read(text, SummaryLimit.DEFAULT));

    assertThat(request.json()).isEqualTo(json(text));
    assertThat(json(request.toString())).isEqualTo(json(text));
  }

  @Test
  void a_key_that_stands_twice_is_warned_about() {
    var twice = json("{\"mode\":\"ui\"," + REQUEST.substring(1));

    var contractCheck = HandoffRequest.of(twice, SummaryLimit.DEFAULT);

    assertThat(notices(contractCheck)).containsExactly("mode is given twice; the last one counts");
    assertThat(accepted(contractCheck).mode()).isEqualTo(HandoffMode.CODE);
  }

  @Test
  void a_key_of_the_context_that_stands_twice_is_warned_about() {
    var twice = json(REQUEST.replace("{\"feature\"", "{\"feature\":\"old\",\"feature\""));

    assertThat(notices(HandoffRequest.of(twice, SummaryLimit.DEFAULT)))
        .containsExactly("context.feature is given twice; the last one counts");
  }

  @Test
  void the_summary_of_the_phase_before_is_that_of_the_context() {
    assertThat(accepted(request("mode", "\"code\"")).previousSummary())
        .isEqualTo("Tokens live in src/auth.");
    assertThat(accepted(request("context.previous_summary", "null")).previousSummary()).isNull();
  }
}
