package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the published `updatePhase` does to the run around a phase.
class UpdateRunTest {
  private static final String IN_PROGRESS = "{\"status\":\"in_progress\"}";
  private static final String COMPLETE = "{\"status\":\"complete\"}";

  private static Run run() {
    return Run.of("design", "research").update("research", IN_PROGRESS);
  }

  private static Change withTask(String phase, String data, String task) {
    return Run.merge(phase, data, "{\"current_task\":\"" + task + "\"}");
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
  @Proves({"R-004-37", "A-32"})
  void a_finished_run_opens_again(String status) {
    var run = run().update("research", COMPLETE).after(new Change.FinishRun(null));

    run.update("push", "{\"status\":\"" + status + "\"}");

    assertThat(run.root().has("completed_at")).isFalse();
    assertThat(run.codes()).containsExactly("reopened");
    assertThat(run.events.getFirst()).isEqualTo(new Event.WorkflowReopened());
    assertThat(run.dialect.resumePolicy().resumePoint(run.checkpoint()).next())
        .isEqualTo(new PhaseName("push"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "failed", "skipped"})
  @Proves("R-004-37")
  void a_finished_run_stays_finished_otherwise(String status) {
    var run = run().after(new Change.FinishRun(null));

    run.update("push", "{\"status\":\"" + status + "\"}");

    assertThat(run.checkpoint().finished()).isTrue();
    assertThat(run.notices).isEmpty();
  }
}
