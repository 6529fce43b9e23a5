package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.FinishRun;
import org.junit.jupiter.api.Test;

/// What the published `completeCheckpoint` does, as a change.
class FinishRunTest {
  private static Run run() {
    return Run.of("ship", null)
        .update("commit", "{\"status\":\"complete\",\"context_summary\":\"s\"}")
        .update("review", "{\"status\":\"pending\"}")
        .update("push", "{\"status\":\"in_progress\"}");
  }

  @Test
  @Proves("R-004-40")
  void a_finished_run_has_nothing_current_and_nothing_ahead() {
    var run = run();
    var phases = run.root().find("phases");

    run.after(new FinishRun(null));

    assertThat(run.root().string("completed_at")).isEqualTo("2026-01-29T10:34:00.000Z");
    assertThat(run.root().string("updated_at")).isEqualTo("2026-01-29T10:34:00.000Z");
    assertThat(run.checkpoint().state())
        .isEqualTo(
            Run.json(
                """
                {"current_phase":null,"completed_phases":["commit"],"pending_phases":[]}\
                """));
    assertThat(run.root().find("phases")).isEqualTo(phases);
    assertThat(run.events).containsExactly(new Event.WorkflowCompleted());
  }

  @Test
  @Proves("R-004-40")
  void phases_that_never_came_to_an_end_are_named() {
    var run = run().after(new FinishRun(null));

    assertThat(run.notices)
        .extracting(notice -> notice.text())
        .containsExactly("phase push is still in progress");
  }

  @Test
  void the_verb_refuses_open_and_failed_phases_and_names_each() {
    var run = run().update("tag", "{\"status\":\"failed\",\"error\":\"no key\"}");
    var text = run.text;

    run.ask(new FinishRun());

    assertThat(run.blockers)
        .extracting(Blocker::reason)
        .containsExactly(
            "not every phase is done: review, push (in progress)", "tag has failed: no key");
    assertThat(run.blockers)
        .extracting(Blocker::hint)
        .containsExactly(
            "Complete the phases, or abandon the run and keep them: tidemark finish --abandon"
                + " REASON --run state/ship",
            "Try it again: tidemark enter tag --run state/ship");
    assertThat(run.text).isEqualTo(text);
  }

  @Test
  @Proves("R-004-41")
  void what_does_not_exist_cannot_be_finished() {
    var blocker = Run.of("nonexistent", null).refused(new FinishRun(null));

    assertThat(blocker.reason()).isEqualTo("Cannot complete checkpoint: no checkpoint found");
  }

  @Test
  @Proves("R-004-38")
  void a_document_without_lists_can_be_finished() {
    var run = Run.holding("{\"version\":1,\"state\":7}").after(new FinishRun(null));

    assertThat(run.checkpoint().finished()).isTrue();
    assertThat(run.checkpoint().state().has("current_phase")).isTrue();
  }
}
