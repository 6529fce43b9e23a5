package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// T-004-A, row by row.
@Proves({"T-004-A", "R-004-32", "X-10", "X-11", "A-24", "A-25", "A-26", "A-27", "A-28"})
class StatusEffectsTest {
  private static final String DOCUMENT =
      """
      {"version":1,"state":{"current_phase":%s,"completed_phases":%s,"pending_phases":%s},\
      "phases":{"x":{"status":"pending"}}}\
      """;

  private static final String CURRENT_IN_PROGRESS = "null|[\"a\"]|[\"x\",\"b\"]";

  private static Run run(String lists) {
    var parts = lists.split("\\|");
    return Run.holding(DOCUMENT.formatted(parts[0], parts[1], parts[2]));
  }

  private static String lists(Run run) {
    var state = run.checkpoint().state();
    return state.find("current_phase")
        + "|"
        + state.find("completed_phases")
        + "|"
        + state.find("pending_phases");
  }

  @ParameterizedTest(name = "{0}: {1} becomes {2}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "in_progress; null|['a']|['x','b']     ; 'x'|['a']|['x','b']",
        "in_progress; 'a'|['x','b']|[]         ; 'x'|['b']|[]",
        "complete   ; 'x'|['a']|['x','b']      ; null|['a','x']|['b']",
        "complete   ; 'a'|['x']|['b']          ; 'a'|['x']|['b']",
        "complete   ; 'a'|['b','x','c']|[]     ; 'a'|['b','x','c']|[]",
        "failed     ; 'x'|['x','a']|['x','b']  ; null|['a']|['b']",
        "failed     ; 'a'|[]|['b']             ; 'a'|[]|['b']",
        "skipped    ; 'x'|['a']|['x','b']      ; null|['a']|['b']",
        "skipped    ; 'a'|['x','a']|['b']      ; 'a'|['a']|['b']",
        "pending    ; 'x'|['x','a']|['b']      ; null|['a']|['b','x']",
        "pending    ; 'a'|['b']|['x','c']      ; 'a'|['b']|['x','c']",
      })
  void a_status_moves_its_phase_between_the_lists(String status, String before, String after) {
    var run = run(before.replace('\'', '"').strip());

    run.update("x", "{\"status\":\"" + status.strip() + "\"}");

    assertThat(lists(run)).isEqualTo(after.replace('\'', '"').strip());
  }

  @Test
  void without_a_status_the_lists_stay_as_they_are() {
    var run = run(CURRENT_IN_PROGRESS);

    run.update("x", "{\"context_summary\":\"s\"}");

    assertThat(lists(run)).isEqualTo(CURRENT_IN_PROGRESS);
    assertThat(run.entry("x").string("status")).isEqualTo("pending");
  }

  @Test
  void a_new_phase_without_a_status_is_pending() {
    var run = run("null|[]|[]");

    run.update("y", "{\"context_summary\":\"s\"}");

    assertThat(lists(run)).isEqualTo("null|[]|[\"y\"]");
    assertThat(run.entry("y").string("status")).isEqualTo("pending");
  }

  @Test
  void a_phase_without_an_entry_keeps_what_the_lists_say_of_it() {
    var run = run("null|[\"y\"]|[]");

    run.update("y", "{\"context_summary\":\"s\"}");

    assertThat(lists(run)).isEqualTo("null|[\"y\"]|[]");
    assertThat(run.entry("y").string("status")).isEqualTo("complete");
  }

  @Test
  void the_order_of_completion_is_kept_and_nothing_is_listed_twice() {
    var run = run("null|[]|[\"a\",\"b\",\"c\"]");
    for (var phase : new String[] {"b", "a", "c", "b"}) {
      run.update(phase, "{\"status\":\"in_progress\"}").update(phase, "{\"status\":\"complete\"}");
    }

    assertThat(lists(run)).isEqualTo("null|[\"a\",\"c\",\"b\"]|[]");
  }
}
