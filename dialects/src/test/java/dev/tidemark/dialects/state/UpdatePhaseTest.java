package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonNull;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.SummaryLimit;
import dev.tidemark.workflow.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the published `updatePhase` does, as a change.
class UpdatePhaseTest {
  private static final String IN_PROGRESS = "{\"status\":\"in_progress\"}";
  private static final String COMPLETE = "{\"status\":\"complete\"}";

  private static Run run() {
    return Run.of("design", "research").update("research", IN_PROGRESS);
  }

  private static Change withTask(String phase, String data, String task) {
    return Run.merge(phase, data, "{\"current_task\":\"" + task + "\"}");
  }

  @Test
  @Proves({"R-004-30", "R-004-22"})
  void without_a_checkpoint_one_is_created() {
    var run = run();

    assertThat(run.text)
        .isEqualTo(
            """
            {
              "command": "design",
              "feature": "research",
              "version": 1,
              "head_commit": "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
              "started_at": "2026-01-29T10:31:00.000Z",
              "updated_at": "2026-01-29T10:31:00.000Z",
              "state": {
                "current_phase": "research",
                "completed_phases": [],
                "pending_phases": []
              },
              "phases": {
                "research": {
                  "status": "in_progress",
                  "started_at": "2026-01-29T10:31:00.000Z",
                  "updated_at": "2026-01-29T10:31:00.000Z"
                }
              }
            }""");
    assertThat(run.events)
        .containsExactly(
            new Event.WorkflowStarted(List.of()),
            new Event.PhaseStarted(new PhaseName("research")));
  }

  @Test
  @Proves("R-004-30")
  void a_checkpoint_created_without_a_feature_has_none() {
    assertThat(Run.of("design", null).update("research", IN_PROGRESS).root().has("feature"))
        .isFalse();
  }

  @Test
  @Proves("R-004-31")
  void data_is_laid_over_the_entry_key_by_key() {
    var run =
        run()
            .update("research", "{\"files_created\":[\"a\"],\"vercel\":{\"x\":1},\"error\":\"e\"}")
            .update("research", "{\"status\":\"failed\",\"vercel\":null,\"context_summary\":\"s\"}");

    var entry = run.entry("research");
    assertThat(entry.strings("files_created")).containsExactly("a");
    assertThat(entry.has("vercel")).isFalse();
    assertThat(entry.string("error")).isEqualTo("e");
    assertThat(entry.string("context_summary")).isEqualTo("s");
  }

  @Test
  @Proves("R-004-O6")
  void tasks_are_laid_over_each_other_one_by_one() {
    var run =
        run()
            .update("research", "{\"tasks\":{\"T001\":{\"status\":\"pending\",\"by\":\"ana\"}}}")
            .update("research", "{\"tasks\":{\"T002\":{\"status\":\"pending\"}}}")
            .update("research", "{\"tasks\":{\"T001\":{\"status\":\"complete\"}}}");

    assertThat(run.entry("research").object("tasks"))
        .isEqualTo(
            Run.json(
                """
                {"T001":{"status":"complete","by":"ana"},"T002":{"status":"pending"}}"""));
  }

  @ParameterizedTest
  @CsvSource({"in_progress,true", "complete,true", "failed,true", "skipped,false", "pending,false"})
  @Proves("R-004-33")
  void a_phase_starts_with_its_first_working_status(String status, boolean started) {
    var run = Run.of("design", "x").update("research", "{\"status\":\"" + status + "\"}");

    assertThat(run.entry("research").has("started_at")).isEqualTo(started);
    assertThat(run.entry("research").string("updated_at")).isEqualTo("2026-01-29T10:31:00.000Z");
  }

  @Test
  @Proves("R-004-33")
  void the_first_start_counts_and_a_supplied_one_more() {
    var run = run().update("research", COMPLETE).update("research", IN_PROGRESS);
    assertThat(run.entry("research").string("started_at")).isEqualTo("2026-01-29T10:31:00.000Z");
    assertThat(run.entry("research").string("updated_at")).isEqualTo("2026-01-29T10:33:00.000Z");

    run.update("research", "{\"started_at\":\"2026-01-01T00:00:00.000Z\",\"updated_at\":\"x\"}");
    assertThat(run.entry("research").string("started_at")).isEqualTo("2026-01-01T00:00:00.000Z");
    assertThat(run.entry("research").string("updated_at")).isEqualTo("2026-01-29T10:34:00.000Z");
  }

  @ParameterizedTest
  @CsvSource({"in_progress,", "complete,", "failed,old", "skipped,old", "pending,old"})
  @Proves("R-004-34")
  void an_error_goes_when_the_phase_goes_well(String status, String error) {
    var run = run().update("research", "{\"status\":\"failed\",\"error\":\"old\"}");

    run.update("research", "{\"status\":\"" + status + "\"}");

    assertThat(run.entry("research").string("error")).isEqualTo(error);
  }

  @Test
  @Proves("R-004-34")
  void a_new_error_stays_whatever_the_status() {
    var run = run().update("research", "{\"status\":\"complete\",\"error\":\"one test flaky\"}");

    assertThat(run.entry("research").string("error")).isEqualTo("one test flaky");
  }

  @ParameterizedTest
  @CsvSource({
    "research, complete, ", "research, skipped, ", "research, failed, T002",
    "research, pending, T002", "research, in_progress, T002", "write, in_progress, ",
    "write, complete, T002", "write, pending, T002",
  })
  @Proves("R-004-35")
  void the_task_in_hand_goes_with_its_phase(String phase, String status, String left) {
    var run = run().after(withTask("research", IN_PROGRESS, "T002"));
    assertThat(run.checkpoint().task()).contains("T002");

    run.update(phase, "{\"status\":\"" + status + "\"}");

    assertThat(run.checkpoint().task().orElse(null)).isEqualTo(left);
  }

  @Test
  @Proves("R-004-35")
  void the_task_of_a_failed_phase_waits_for_its_next_attempt() {
    var run =
        run()
            .after(withTask("research", IN_PROGRESS, "T002"))
            .update("research", "{\"status\":\"failed\"}")
            .update("research", IN_PROGRESS);

    assertThat(run.checkpoint().task()).contains("T002");
  }

  @Test
  @Proves("R-004-35")
  void phases_ahead_and_the_task_can_be_set_and_removed_in_the_same_call() {
    var ahead = "{\"pending_phases\":[\"b\",\"a\",\"b\"],\"current_task\":\"T003\"}";
    var run = run().after(Run.merge("a", COMPLETE, ahead));

    assertThat(run.checkpoint().pending()).containsExactly("b");
    assertThat(run.checkpoint().task()).contains("T003");

    run.after(Run.merge("a", "{}", "{\"current_task\":null,\"pending_phases\":null}"));
    assertThat(run.checkpoint().pending()).isEmpty();
    assertThat(run.checkpoint().state().has("current_task")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"in_progress", "pending"})
  @Proves("R-004-37")
  void a_finished_run_opens_again(String status) {
    var run = run().update("research", COMPLETE).after(new Change.FinishRun());

    run.update("push", "{\"status\":\"" + status + "\"}");

    assertThat(run.root().has("completed_at")).isFalse();
    assertThat(run.codes()).containsExactly("reopened");
    assertThat(run.events.getFirst()).isEqualTo(new Event.WorkflowReopened());
    assertThat(run.dialect.resumption().from(run.checkpoint()).next())
        .isEqualTo(new PhaseName("push"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "failed", "skipped"})
  @Proves("R-004-37")
  void a_finished_run_stays_finished_otherwise(String status) {
    var run = run().after(new Change.FinishRun());

    run.update("push", "{\"status\":\"" + status + "\"}");

    assertThat(run.checkpoint().finished()).isTrue();
    assertThat(run.notices).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"done\"    ; Did you mean complete?",
        "\"running\" ; Did you mean in_progress?",
        "\"Complete\"; Did you mean complete?",
        "\"xyz\"     ; Send one of pending, in_progress, complete, failed, skipped",
        "null        ; Send one of pending, in_progress, complete, failed, skipped",
        "7           ; Send one of pending, in_progress, complete, failed, skipped",
      })
  @Proves({"R-002-07", "R-004-38", "X-03"})
  void a_word_that_is_no_status_is_refused(String status, String hint) {
    var blocker = run().refused(Run.merge("research", "{\"status\":" + status + "}", "{}"));

    assertThat(blocker.code()).isEqualTo("unknown-status");
    assertThat(blocker.reason())
        .isEqualTo(
            "Failed to update phase: status "
                + status.strip()
                + " is none of pending, in_progress, complete, failed, skipped");
    assertThat(blocker.hint()).isEqualTo(hint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"current_task\":7}", "{\"pending_phases\":\"a\"}", "{\"pending_phases\":[\"\"]}", "{\"x\":1}"})
  void fields_of_the_run_must_be_what_the_schema_says(String run) {
    var blocker = run().refused(Run.merge("research", "{}", run));

    assertThat(blocker.reason()).startsWith("Failed to update phase: ");
  }

  @Test
  @Proves("R-004-38")
  void missing_parts_of_a_document_are_put_in() {
    var run = Run.holding("{\"version\":1,\"state\":{},\"x\":1}").update("a", COMPLETE);

    assertThat(run.root().object("state"))
        .isEqualTo(
            Run.json(
                """
                {"current_phase":null,"completed_phases":["a"],"pending_phases":[]}"""));
    assertThat(run.root().members())
        .extracting(member -> member.key())
        .containsExactly(
            "version", "state", "x", "command", "feature", "phases", "head_commit", "started_at",
            "updated_at");
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
    run.limit = new SummaryLimit(2, "words", TokenCounter.words());

    var blocker = run.refused(Run.merge("research", "{\"context_summary\":\"one two three\"}", "{}"));

    assertThat(blocker.reason())
        .isEqualTo("Phase \"research\" Context summary exceeds 2 token limit (actual: 3 tokens)");
  }

  @Test
  void an_overlong_summary_of_another_phase_keeps_nobody_from_going_on() {
    var text = "{\"version\":1,\"phases\":{\"a\":{\"context_summary\":\"" + Run.words(501) + "\"}}}";

    assertThat(Run.holding(text).update("b", IN_PROGRESS).checkpoint().current())
        .contains(new PhaseName("b"));
  }

  @Test
  @Proves({"R-004-22", "X-02", "R-COM-02"})
  void without_a_commit_the_document_says_null() {
    var run = run();
    run.head = Head.NONE;

    assertThat(run.update("research", COMPLETE).root().find("head_commit"))
        .isEqualTo(JsonNull.NULL);
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
  @Proves("R-004-12")
  void an_unusual_command_is_noticed() {
    var run = Run.of("nonexistent", null).update("a", COMPLETE);

    assertThat(run.codes()).containsExactly("unusual-command");
  }
}
