package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Workshop;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What lists say of a run.
class RunSummaryTest {
  private static final CheckpointId LOGIN = new CheckpointId("toy", "design", "login");
  private static final CheckpointId SOLO = ToyDialects.SOLO_RUN;

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private RunSummary glance(CheckpointId id) {
    return RunSummary.of(shop.runs().inspect(id));
  }

  private void note(CheckpointId id, Evidence evidence) {
    var recordMetadata = new RecordMetadata(shop.now, Workshop.ANN, List.of(), evidence);
    shop.store.replace(DocumentWrite.note(id, Revision.NONE, recordMetadata));
  }

  @Test
  void a_glance_says_how_far_a_run_has_come() {
    shop.after(AUTH, Workshop.complete(RESEARCH), Workshop.begin(new PhaseName("planning")));
    var runSummary = glance(AUTH);

    assertThat(runSummary.state()).isEqualTo(State.OPEN);
    assertThat(runSummary.open()).isTrue();
    assertThat(runSummary.position()).isEqualTo(new Position("planning", 2, 1, 3));
    assertThat(runSummary.branch()).isEqualTo("main");
    assertThat(runSummary.commit()).isEqualTo(COMMIT);
    assertThat(runSummary.updatedAt()).isEqualTo(shop.now);
    assertThat(runSummary.concerns()).isEqualTo(new RunSummary.Concerns(null, null, null, null));
    shop.edit(AUTH, "\"auth\"", "\"Auth\"");
    var doubt = glance(AUTH).concerns().warning();
    assertThat(doubt).isNotNull();
    assertThat(doubt.code()).isEqualTo("edited-outside");
  }

  @Test
  void a_glance_says_whether_a_run_has_ended_or_has_only_been_announced() {
    shop.after(AUTH, new Change.SkipPhase(RESEARCH, "known"), new Change.FinishRun());
    note(LOGIN, new Evidence(Workshop.START, new Head("main", null)));
    var ended = glance(AUTH);
    var started = glance(LOGIN);

    assertThat(ended.state()).isEqualTo(State.DONE);
    assertThat(ended.open()).isFalse();
    assertThat(ended.position()).isEqualTo(new Position(null, 0, 1, 3));
    assertThat(started.state()).isEqualTo(State.STARTED);
    assertThat(started.position()).isEqualTo(new Position("research", 1, 0, 3));
    assertThat(started.branch()).isEqualTo("main");
    assertThat(started.commit()).isNull();
    assertThat(started.updatedAt()).isEqualTo(Workshop.START);
    assertThat(glance(SOLO).open()).isFalse();
  }

  @Test
  void a_glance_says_why_a_run_cannot_be_read() {
    shop.store.edit(SOLO, "{");
    var runSummary = glance(SOLO);

    assertThat(runSummary.state()).isEqualTo(State.DAMAGED);
    assertThat(runSummary.open()).isTrue();
    assertThat(runSummary.concerns().problem()).isNotBlank();
    assertThat(shop.runs().find(SOLO)).isEqualTo(shop.runs().inspect(SOLO));
  }

  @Test
  void a_run_with_a_failed_phase_is_failed_with_the_reason_and_the_phase_to_retry() {
    shop.after(AUTH, Workshop.begin(RESEARCH), fail(RESEARCH, "3 tests\nare red"));

    var runSummary = glance(AUTH);

    assertThat(runSummary.state()).isEqualTo(State.FAILED);
    assertThat(runSummary.open()).isTrue();
    assertThat(runSummary.concerns().obstacle())
        .isEqualTo(new RunSummary.Obstacle("research failed: 3 tests are red", RESEARCH));
    shop.after(AUTH, Workshop.begin(RESEARCH));
    assertThat(glance(AUTH).state()).isEqualTo(State.OPEN);
    assertThat(glance(AUTH).concerns().obstacle()).isNull();
  }

  @Test
  void a_run_with_a_failed_phase_stays_failed_while_another_phase_is_in_progress() {
    shop.after(AUTH, Workshop.begin(RESEARCH), fail(RESEARCH, ""));
    shop.after(AUTH, Workshop.begin(new PhaseName("planning")));

    var runSummary = glance(AUTH);

    assertThat(runSummary.state()).isEqualTo(State.FAILED);
    assertThat(runSummary.concerns().obstacle())
        .isEqualTo(new RunSummary.Obstacle("research failed", null));
  }

  private static Change fail(PhaseName phase, String reason) {
    return new Change.FailPhase(phase, reason, PhaseReport.NONE);
  }
}
