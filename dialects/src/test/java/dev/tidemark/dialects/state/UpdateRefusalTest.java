package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.SummaryLimit;
import dev.tidemark.workflow.policy.TokenMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the published `updatePhase` refuses.
class UpdateRefusalTest {
  private static final String IN_PROGRESS = "{\"status\":\"in_progress\"}";

  private static Run run() {
    return Run.of("design", "research").update("research", IN_PROGRESS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"done\"    ; `; did you mean complete?`",
        "\"running\" ; `; did you mean in_progress?`",
        "\"Complete\"; `; did you mean complete?`",
        "\"xyz\"     ; ``",
        "null        ; ``",
        "7           ; ``",
      })
  @Proves({"R-002-07", "R-004-38", "X-03"})
  void a_word_that_is_no_status_is_refused(String status, String near) {
    var blocker = run().refused(Run.merge("research", "{\"status\":" + status + "}", "{}"));

    assertThat(blocker.code()).isEqualTo("unknown-status");
    assertThat(blocker.reason())
        .isEqualTo(
            "Failed to update phase: status "
                + status.strip()
                + " is none of pending, in_progress, complete, failed, skipped"
                + near);
    assertThat(blocker.hint())
        .isEqualTo("Send one of pending, in_progress, complete, failed, skipped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"current_task\":7}",
        "{\"pending_phases\":\"a\"}",
        "{\"pending_phases\":[\"\"]}",
        "{\"x\":1}"
      })
  void fields_of_the_run_must_be_what_the_schema_says(String run) {
    var blocker = run().refused(Run.merge("research", "{}", run));

    assertThat(blocker.reason()).startsWith("Failed to update phase: ");
  }

  @Test
  @Proves({"R-004-20", "R-COM-14", "R-004-05"})
  void an_overlong_summary_is_refused_with_the_published_sentence() {
    var long501 = "{\"context_summary\":\"" + Run.words(501) + "\"}";

    var blocker = run().refused(Run.merge("research", long501, "{}"));

    assertThat(blocker.code()).isEqualTo("summary-too-long");
    assertThat(blocker.reason())
        .isEqualTo(
            "Phase \"research\" Context summary exceeds 500 token limit (actual: 501 tokens)");
    run().update("research", "{\"context_summary\":\"" + Run.words(500) + "\"}");
  }

  @Test
  @Proves("R-004-01")
  void the_limit_is_the_one_of_the_workflow() {
    var run = run();
    run.limit = new SummaryLimit(2, "words", TokenMeter.words());

    var blocker =
        run.refused(Run.merge("research", "{\"context_summary\":\"one two three\"}", "{}"));

    assertThat(blocker.reason())
        .isEqualTo("Phase \"research\" Context summary exceeds 2 token limit (actual: 3 tokens)");
  }

  @Test
  void an_overlong_summary_of_another_phase_keeps_nobody_from_going_on() {
    var text =
        "{\"version\":1,\"phases\":{\"a\":{\"context_summary\":\"" + Run.words(501) + "\"}}}";

    assertThat(Run.holding(text).update("b", IN_PROGRESS).checkpoint().current())
        .contains(new PhaseName("b"));
  }

  @Test
  void every_obstacle_is_named_at_once() {
    var run = run();

    run.ask(
        Run.merge(
            "research",
            "{\"status\":\"done\",\"context_summary\":\"" + Run.words(501) + "\"}",
            "{\"current_task\":1}"));

    assertThat(run.blockers)
        .extracting(blocker -> blocker.code())
        .containsExactly("unknown-status", "summary-too-long", "wrong-field");
  }

  @Test
  @Proves("R-004-11")
  void a_file_that_says_another_command_belongs_to_that() {
    var run = Run.holding("{\"version\":1,\"command\":\"design\",\"state\":{},\"phases\":{}}");

    assertThat(run.refused(Run.merge("a", "{}", "{}")).reason())
        .isEqualTo(
            "Failed to update phase: .claude/state/implement-auth.json belongs to command"
                + " \"design\", not to \"implement\"");
  }
}
