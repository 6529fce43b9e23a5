package dev.tidemark.engine;

import static dev.tidemark.engine.DialectWorkshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.Run;
import dev.tidemark.testkit.Goldens;
import org.junit.jupiter.api.Test;

/// Runs of the dialect flow, whose tasks are a document of their own.
class FlowRunsTest {
  private static final CheckpointId FLOW = new CheckpointId("flow", "develop", null);
  private static final CheckpointId TASKS = new CheckpointId("flow-tasks", "develop", null);

  private final DialectWorkshop shop =
      new DialectWorkshop().after(AUTH, DialectWorkshop.start(AUTH));

  @Test
  void the_parts_of_a_run_are_those_that_say_so() {
    shop.store.edit(FLOW, Goldens.of("flow").text("created.json"));
    var tasks = Goldens.of("flow-tasks").text("executor.json");
    shop.store.edit(TASKS, tasks);
    var runRepository = shop.runs();

    assertThat(runRepository.partsOf(runRepository.inspect(FLOW)))
        .extracting(Run::id)
        .containsExactly(TASKS);
    assertThat(runRepository.partsOf(runRepository.inspect(AUTH))).isEmpty();
    shop.store.edit(TASKS, tasks.replace("wf-1", "wf-2"));
    assertThat(runRepository.partsOf(runRepository.inspect(FLOW))).isEmpty();
    shop.store.edit(TASKS, "{");
    assertThat(runRepository.partsOf(runRepository.inspect(FLOW))).isEmpty();
    shop.store.edit(FLOW, "{");
    assertThat(runRepository.partsOf(runRepository.inspect(FLOW))).isEmpty();
  }

  @Test
  void a_protocol_says_itself_what_its_runs_wait_for() {
    var text = Goldens.of("flow").text("created.json");
    var record = "{\"phase\":\"REQUIREMENTS\",\"completed_at\":\"2026-11-20T10:00:00.000Z\"}";
    shop.store.edit(
        FLOW, text.replace("\"completed_phases\":[]", "\"completed_phases\":[" + record + "]"));

    var pendingHumanAction = shop.runs().inspect(FLOW).pendingAction();

    assertThat(pendingHumanAction).isNotNull();
    assertThat(pendingHumanAction.description()).isEqualTo("approval of REQUIREMENTS");
  }
}
