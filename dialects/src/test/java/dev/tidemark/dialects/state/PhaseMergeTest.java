package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of the entry of a phase.
class PhaseMergeTest {
  private static final String IN_PROGRESS = "{\"status\":\"in_progress\"}";

  private static Run run() {
    return Run.of("design", "research").update("research", IN_PROGRESS);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"current_phase\":\"a\"', in_progress",
    "'\"completed_phases\":[\"a\"]', complete",
    "'\"pending_phases\":[\"a\"]', pending",
    "'\"current_phase\":\"b\"', pending"
  })
  @Proves("R-004-33")
  void a_phase_without_an_entry_has_the_status_that_the_lists_give_it(String state, String status) {
    var run = Run.holding("{\"version\":1,\"state\":{" + state + "}}").update("a", "{}");

    assertThat(run.entry("a").string("status")).isEqualTo(status);
  }

  @Test
  @Proves("R-004-35")
  void a_change_that_says_nothing_of_the_status_leaves_the_task_in_hand() {
    var run = run().after(Run.merge("research", "{}", "{\"current_task\":\"T001\"}"));

    run.update("research", "{\"x\":1}");

    assertThat(run.checkpoint().task()).contains("T001");
  }

  @ParameterizedTest
  @CsvSource({"a, T001", "b,"})
  @Proves("R-004-35")
  void the_task_of_a_failed_phase_is_kept_for_that_phase_alone(String next, String task) {
    var run =
        Run.holding(
            """
            {"version":1,"state":{"current_phase":"a","current_task":"T001"},
            "phases":{"b":{"status":"failed","started_at":"2026-01-01T00:00:00.000Z",
            "updated_at":"2026-01-01T00:00:00.000Z"},"a":{"status":"in_progress"}}}
            """);

    run.update("a", "{\"status\":\"failed\"}").update(next, IN_PROGRESS);

    assertThat(run.checkpoint().task()).isEqualTo(Optional.ofNullable(task));
  }

  @Test
  @Proves({"R-004-23", "R-COM-04"})
  void new_fields_stand_at_the_end_of_an_entry_that_there_was() {
    var run =
        Run.holding("{\"version\":1,\"phases\":{\"a\":{\"status\":\"pending\",\"x\":1}}}")
            .update("a", IN_PROGRESS);

    assertThat(run.entry("a").members())
        .extracting(member -> member.key())
        .containsExactly("status", "x", "started_at", "updated_at");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"files_created\":\"a\"}       ; files_created should be an array of paths",
        "{\"files_modified\":[\"a\",1]}  ; files_modified should be an array of paths",
        "{\"files_created\":[\"a\"]}     ;",
        "{\"files_modified\":null}       ;",
        "{\"files_created\":[]}          ;"
      })
  @Proves("R-004-24")
  void a_list_of_files_that_is_none_is_taken_and_spoken_of(String data, String said) {
    var run = run().update("research", data);

    assertThat(run.notices)
        .extracting(notice -> notice.text())
        .isEqualTo(said == null ? List.of() : List.of(said));
  }

  @Test
  @Proves("R-004-O4")
  void answers_are_laid_over_each_other_one_by_one() {
    var run =
        run()
            .update("research", "{\"checkpoint_responses\":{\"q1\":\"yes\",\"q2\":\"no\"}}")
            .update("research", "{\"checkpoint_responses\":{\"q2\":null,\"q3\":\"why\"}}");

    assertThat(run.entry("research").object("checkpoint_responses"))
        .isEqualTo(Run.json("{\"q1\":\"yes\",\"q3\":\"why\"}"));
    run.update("research", "{\"checkpoint_responses\":7,\"others\":{\"a\":1}}")
        .update("research", "{\"others\":{\"b\":2}}");
    assertThat(run.entry("research").object("others")).isEqualTo(Run.json("{\"b\":2}"));
  }
}
