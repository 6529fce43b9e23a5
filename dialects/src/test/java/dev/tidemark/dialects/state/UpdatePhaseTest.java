package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonNull;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the published `updatePhase` does to a phase, as a change.
class UpdatePhaseTest {
  private static final String IN_PROGRESS = "{\"status\":\"in_progress\"}";
  private static final String COMPLETE = "{\"status\":\"complete\"}";

  private static Run run() {
    return Run.of("design", "research").update("research", IN_PROGRESS);
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
            }\
            """);
    assertThat(run.events)
        .containsExactly(
            new Event.WorkflowStarted(List.of()),
            new Event.PhaseStarted(new PhaseName("research")));
  }

  @Test
  @Proves({"R-004-30", "X-01", "A-20"})
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
            .update(
                "research", "{\"status\":\"failed\",\"vercel\":null,\"context_summary\":\"s\"}");

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
                {"T001":{"status":"complete","by":"ana"},"T002":{"status":"pending"}}\
                """));
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
  @Proves({"R-004-33", "A-30"})
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
  @Proves({"R-004-34", "A-29"})
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

  @Test
  void a_run_that_is_made_in_passing_begins_with_the_phases_ahead() {
    var run = Run.of("design", "x");

    run.after(Run.merge("a", IN_PROGRESS, "{\"pending_phases\":[\"b\",\"c\"]}"));

    assertThat(run.events)
        .startsWith(new Event.WorkflowStarted(List.of(new PhaseName("b"), new PhaseName("c"))));
  }

  @Test
  void a_blank_name_is_no_name_of_its_own() {
    var run = Run.of("design", "x");

    run.after(
        new Change.MergePhase(new PhaseName("a"), Run.json(IN_PROGRESS), Run.json("{}"), " "));

    assertThat(run.checkpoint().feature()).contains("x");
  }

  @Test
  @Proves("R-004-38")
  void missing_parts_of_a_document_are_put_in() {
    var run = Run.holding("{\"version\":1,\"state\":{},\"x\":1}").update("a", COMPLETE);

    assertThat(run.root().object("state"))
        .isEqualTo(
            Run.json(
                """
                {"current_phase":null,"completed_phases":["a"],"pending_phases":[]}\
                """));
    assertThat(run.root().members())
        .extracting(member -> member.key())
        .containsExactly(
            "version",
            "state",
            "x",
            "command",
            "feature",
            "phases",
            "head_commit",
            "started_at",
            "updated_at");
  }

  @Test
  @Proves({"R-004-22", "X-02", "A-21", "R-COM-02"})
  void without_a_commit_the_document_says_null() {
    var run = run();
    run.head = Head.NONE;

    assertThat(run.update("research", COMPLETE).root().find("head_commit"))
        .isEqualTo(JsonNull.NULL);
  }

  @Test
  @Proves("R-004-12")
  void an_unusual_command_is_noticed() {
    var run = Run.of("nonexistent", null).update("a", COMPLETE);

    assertThat(run.codes()).containsExactly("unusual-command");
  }
}
