package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Completing a run, and finding out where one goes on.
class FinishTest {
  private static final String NAME = "ship-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  private void update(String phase, String status) {
    var data = Desk.json("{\"status\":\"" + status + "\",\"context_summary\":\"S " + phase + "\"}");
    assertThat(desk.manager.updatePhase("ship", phase, data, "auth")).isTrue();
  }

  @Test
  @Proves("R-004-40")
  void completing_ends_the_run_and_keeps_what_was_done() {
    update("commit", "complete");
    update("push", "in_progress");
    var phases = desk.document(NAME).object("phases");
    desk.said();

    assertThat(desk.manager.complete("ship", "auth")).isTrue();

    assertThat(desk.state(NAME))
        .isEqualTo(
            Desk.json(
                """
                {"current_phase":null,"completed_phases":["commit"],"pending_phases":[]}\
                """));
    assertThat(desk.document(NAME).string("completed_at")).isEqualTo(Desk.NOW);
    assertThat(desk.document(NAME).object("phases")).isEqualTo(phases);
    assertThat(desk.said()).containsExactly("phase push is still in progress");
  }

  @Test
  @Proves("R-004-41")
  void there_must_be_something_to_complete() {
    assertThat(desk.manager.complete("ship", "nonexistent")).isFalse();

    assertThat(desk.said()).containsExactly("Cannot complete checkpoint: no checkpoint found");
    assertThat(desk.scratch.root().resolve(".claude")).doesNotExist();
  }

  @Test
  @Proves("R-004-40")
  void a_second_completion_changes_nothing() {
    update("push", "complete");
    desk.manager.complete("ship", "auth");
    var before = desk.everything();
    desk.said();

    assertThat(desk.manager.complete("ship", "auth")).isTrue();

    assertThat(desk.said()).containsExactly("state/ship/auth is complete already");
    assertThat(desk.everything()).isEqualTo(before);
  }

  @Test
  @Proves("R-004-36")
  void what_is_of_another_version_is_not_completed() {
    desk.put(NAME, "{\"version\":2}");

    assertThat(desk.manager.complete("ship", "auth")).isFalse();

    assertThat(desk.said())
        .containsExactly(
            "Cannot complete checkpoint: Unsupported checkpoint schema version: 2 (expected 1)");
  }

  @Test
  @Proves("R-004-45")
  void the_resume_point_is_the_current_phase_with_the_last_summary() {
    update("pre-flight", "complete");
    update("commit", "in_progress");

    assertThat(desk.manager.resumePoint("ship", "auth"))
        .isEqualTo(new ResumeState("commit", "S pre-flight", "commit"));
  }

  @Test
  @Proves("R-004-45")
  void nothing_and_what_is_finished_have_no_resume_point() {
    assertThat(desk.manager.resumePoint("ship", "auth")).isEqualTo(ResumeState.NONE);
    assertThat(desk.said()).isEmpty();

    update("push", "complete");
    desk.manager.complete("ship", "auth");
    assertThat(desk.manager.resumePoint("ship", "auth")).isEqualTo(ResumeState.NONE);
  }

  @ParameterizedTest
  @CsvSource({"{", "[]", "{\"version\":2}"})
  @Proves("R-004-45")
  void what_cannot_be_read_has_no_resume_point_and_one_line(String text) {
    desk.put(NAME, text);

    assertThat(desk.manager.resumePoint("ship", "auth")).isEqualTo(ResumeState.NONE);
    assertThat(desk.said()).hasSize(1);
  }

  @Test
  @Proves("R-004-46")
  void a_failed_phase_is_next_although_none_is_current() {
    update("push", "failed");

    assertThat(desk.manager.resumePoint("ship", "auth"))
        .isEqualTo(new ResumeState(null, null, "push"));
  }

  @Test
  @Proves("R-004-46")
  void between_phases_the_first_pending_one_is_next() {
    desk.put(
        NAME,
        """
        {"version":1,
         "state":{"current_phase":null,"completed_phases":["a"],"pending_phases":["b","c"]},
         "phases":{"a":{"status":"complete"},"b":{"status":"skipped"}}}\
        """);

    assertThat(desk.manager.resumePoint("ship", "auth").nextPhase()).isEqualTo("c");
  }

  @Test
  @Proves("R-004-46")
  void typical_phases_are_followed_in_their_order() {
    update("pre-flight", "complete");

    assertThat(desk.manager.resumePoint("ship", "auth"))
        .isEqualTo(new ResumeState(null, "S pre-flight", "commit"));
  }

  @Test
  @Proves("R-004-46")
  void phases_of_ones_own_have_no_typical_order() {
    update("mine", "complete");

    assertThat(desk.manager.resumePoint("ship", "auth").nextPhase()).isNull();
  }
}
