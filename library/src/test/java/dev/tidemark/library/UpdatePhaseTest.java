package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.library.CheckpointManager.PhaseUpdate;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdatePhaseTest {
  private static final String NAME = "design-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  private void update(String phase, String data) {
    assertThat(desk.manager.updatePhase("design", phase, Desk.json(data), "auth")).isTrue();
  }

  private void status(String phase, String status) {
    update(phase, "{\"status\":\"" + status + "\"}");
  }

  @Test
  @Proves({"R-004-30", "R-004-33"})
  void without_a_checkpoint_one_is_made_in_the_order_of_the_schema() {
    status("research", "in_progress");

    assertThat(desk.text(NAME))
        .isEqualTo(
            """
            {
              "command": "design",
              "feature": "auth",
              "version": 1,
              "head_commit": "%s",
              "started_at": "2026-02-13T14:30:00.123Z",
              "updated_at": "2026-02-13T14:30:00.123Z",
              "state": {
                "current_phase": "research",
                "completed_phases": [],
                "pending_phases": []
              },
              "phases": {
                "research": {
                  "status": "in_progress",
                  "started_at": "2026-02-13T14:30:00.123Z",
                  "updated_at": "2026-02-13T14:30:00.123Z"
                }
              }
            }\
            """
                .formatted(desk.scratch.git("rev-parse", "HEAD")));
    assertThat(desk.said()).isEmpty();
  }

  @Test
  @Proves("R-004-30")
  void without_a_feature_there_is_none_in_the_document() {
    desk.manager.updatePhase("design", "research", JsonObject.EMPTY, null);

    assertThat(desk.document("design-checkpoint.json").has("feature")).isFalse();
    assertThat(desk.entry("design-checkpoint.json", "research").string("status"))
        .isEqualTo("pending");
  }

  @Test
  @Proves({"R-004-31", "R-COM-05"})
  void data_is_laid_over_key_by_key_and_null_removes() {
    update("a", "{\"status\":\"in_progress\",\"files_created\":[\"x\"],\"mine\":{\"k\":1}}");
    update("a", "{\"status\":\"complete\",\"mine\":null}");

    var entry = desk.entry(NAME, "a");
    assertThat(entry.strings("files_created")).containsExactly("x");
    assertThat(entry.has("mine")).isFalse();
  }

  @Test
  @Proves({"R-004-31", "R-COM-05"})
  void what_other_tools_keep_in_the_document_stays() {
    desk.put(
        NAME,
        """
        {"command":"design","version":1,"vercel":{"id":7},
         "state":{"current_phase":null,"completed_phases":[],"pending_phases":[],"owner":"ana"},
         "phases":{"write":{"status":"pending","checkpoint_responses":{"q":[1.50]}}}}
        """);

    status("write", "in_progress");

    assertThat(desk.text(NAME))
        .contains("\"vercel\":{\"id\":7}", "\"owner\":\"ana\"", "{\"q\":[1.50]}")
        .endsWith("}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "in_progress;\"p\";[];[\"p\",\"q\"]",
        "complete;null;[\"p\"];[\"q\"]",
        "failed;null;[];[\"q\"]",
        "skipped;null;[];[\"q\"]",
        "pending;null;[];[\"p\",\"q\"]"
      })
  @Proves({"R-004-32", "T-004-A"})
  void a_status_moves_the_phase_between_the_lists(
      String status, String current, String completed, String pending) {
    var lists = Desk.json("{\"pending_phases\":[\"p\",\"q\"]}");
    var begun = Desk.json("{\"status\":\"in_progress\"}");
    desk.manager.updatePhase("design", new PhaseUpdate("p", begun, lists), "auth");

    status("p", status);
    status("p", status);

    var state = desk.state(NAME);
    assertThat(state.find("current_phase")).hasToString(current);
    assertThat(state.find("completed_phases")).hasToString(completed);
    assertThat(state.find("pending_phases")).hasToString(pending);
  }

  @Test
  @Proves("R-004-32")
  void phases_complete_in_their_order_and_run_again_leave_the_list() {
    status("b", "complete");
    status("a", "complete");
    assertThat(desk.state(NAME).strings("completed_phases")).containsExactly("b", "a");

    status("b", "in_progress");
    assertThat(desk.state(NAME).strings("completed_phases")).containsExactly("a");
  }

  @Test
  @Proves("R-004-33")
  void the_start_is_set_once_and_the_update_always() {
    status("a", "pending");
    assertThat(desk.entry(NAME, "a").has("started_at")).isFalse();
    desk.clock.advance(Duration.ofSeconds(1));
    status("a", "in_progress");
    desk.clock.advance(Duration.ofSeconds(1));
    status("a", "complete");

    assertThat(desk.entry(NAME, "a").string("started_at")).isEqualTo("2026-02-13T14:30:01.123Z");
    assertThat(desk.entry(NAME, "a").string("updated_at")).isEqualTo("2026-02-13T14:30:02.123Z");
  }

  @Test
  @Proves("R-004-33")
  void a_start_that_is_supplied_is_kept() {
    update("a", "{\"status\":\"failed\",\"started_at\":\"2020-01-01T00:00:00.000Z\"}");

    assertThat(desk.entry(NAME, "a").string("started_at")).isEqualTo("2020-01-01T00:00:00.000Z");
  }

  @ParameterizedTest
  @CsvSource({"complete,false", "in_progress,false", "failed,true", "pending,true"})
  @Proves("R-004-34")
  void an_error_goes_when_all_is_well_again(String status, boolean kept) {
    update("a", "{\"status\":\"failed\",\"error\":\"broken\"}");

    status("a", status);

    assertThat(desk.entry(NAME, "a").has("error")).isEqualTo(kept);
  }

  @Test
  @Proves("R-004-35")
  void the_task_is_set_in_the_same_call_and_goes_with_its_phase() {
    var run = Desk.json("{\"current_task\":\"T002\",\"pending_phases\":[\"b\"]}");
    var begun = Desk.json("{\"status\":\"in_progress\"}");

    assertThat(desk.manager.updatePhase("design", new PhaseUpdate("a", begun, run), "auth"))
        .isTrue();
    assertThat(desk.state(NAME).string("current_task")).isEqualTo("T002");
    assertThat(desk.state(NAME).strings("pending_phases")).containsExactly("b");

    status("a", "failed");
    assertThat(desk.state(NAME).string("current_task")).isEqualTo("T002");
    status("a", "complete");
    assertThat(desk.state(NAME).has("current_task")).isFalse();
  }

  @Test
  @Proves("R-004-36")
  void a_corrupt_file_is_kept_beside_and_work_goes_on_from_the_last_recorded_state() {
    status("research", "complete");
    desk.put(NAME, "{ torn");
    status("write", "in_progress");

    assertThat(desk.text(NAME + ".corrupt-20260213T143000Z")).isEqualTo("{ torn");
    assertThat(desk.state(NAME).strings("completed_phases")).containsExactly("research");
    assertThat(desk.state(NAME).string("current_phase")).isEqualTo("write");
    assertThat(desk.said())
        .singleElement()
        .asString()
        .contains(".corrupt-20260213T143000Z", "going on from history entry 1");
  }

  @ParameterizedTest
  @CsvSource({"in_progress,true", "pending,true", "complete,false", "failed,false"})
  @Proves("R-004-37")
  void work_on_a_finished_run_opens_it_again(String status, boolean opened) {
    status("push", "complete");
    desk.manager.complete("design", "auth");
    desk.said();

    status("push", status);

    assertThat(desk.document(NAME).has("completed_at")).isEqualTo(!opened);
    assertThat(desk.said())
        .isEqualTo(
            opened
                ? java.util.List.of("state/design/auth was complete; it is open again")
                : java.util.List.of());
  }

  @Test
  @Proves("R-004-38")
  void missing_parts_of_the_file_are_put_in() {
    desk.put(NAME, "{\"version\":1,\"state\":{}}");

    status("a", "complete");

    assertThat(desk.state(NAME))
        .isEqualTo(
            Desk.json(
                """
                {"current_phase":null,"completed_phases":["a"],"pending_phases":[]}\
                """));
    assertThat(desk.document(NAME).string("command")).isEqualTo("design");
  }
}
