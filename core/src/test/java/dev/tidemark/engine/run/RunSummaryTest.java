package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Workshop;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.Arrays;
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
  void an_abandoned_run_is_over_and_keeps_its_phases_and_the_reason() {
    shop.after(AUTH, Workshop.complete(RESEARCH), Change.FinishRun.abandon("No budget"));

    var runSummary = glance(AUTH);

    assertThat(runSummary.state()).isEqualTo(State.ABANDONED);
    assertThat(runSummary.open()).isFalse();
    assertThat(runSummary.position()).isEqualTo(new Position(null, 0, 1, 3));
    assertThat(runSummary.concerns().obstacle())
        .isEqualTo(new RunSummary.Obstacle("abandoned: No budget", null));
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
    assertThat(runSummary.concerns().problem()).extracting(Problem::text).asString().isNotBlank();
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

  @Test
  void the_states_that_block_work_come_first() {
    assertThat(Arrays.stream(State.values()).filter(State::needsAction))
        .containsExactly(
            State.FAILED,
            State.STUCK,
            State.BLOCKED,
            State.WAITING,
            State.DIVERGED,
            State.MISSING,
            State.DAMAGED);
  }

  @Test
  void tasks_are_counted_and_none_have_no_count() {
    assertThat(RunSummary.TaskCount.NONE.text()).isEmpty();
    assertThat(new RunSummary.TaskCount(1, 3, null).text()).isEqualTo("1/3");
    assertThat(glance(AUTH).position().tasks()).isSameAs(RunSummary.TaskCount.NONE);
    shop.after(AUTH, new Change.ChangeTask(Change.TaskStep.ADD, "Add the table"));
    shop.after(AUTH, new Change.ChangeTask(Change.TaskStep.ADD, "Add the index"));
    shop.after(AUTH, new Change.ChangeTask(Change.TaskStep.DONE, "T001"));
    shop.after(AUTH, new Change.ChangeTask(Change.TaskStep.START, "T002"));

    assertThat(glance(AUTH).position().tasks()).isEqualTo(new RunSummary.TaskCount(1, 2, "T002"));
  }

  private Change blockedBy(String text) {
    var note = new Note(Note.Kind.BLOCKED, null, text);
    return new Change.AmendPhase(null, PhaseReport.NONE, List.of(note), List.of());
  }

  @Test
  void a_run_with_blocking_notes_is_blocked_by_the_first_and_the_others_are_counted() {
    shop.after(AUTH, blockedBy("no key"));
    assertThat(glance(AUTH).state()).isEqualTo(State.BLOCKED);
    assertThat(glance(AUTH).concerns().obstacle())
        .isEqualTo(new RunSummary.Obstacle("blocked by no key", null));

    shop.after(AUTH, blockedBy("no host"), blockedBy("no time"));

    assertThat(glance(AUTH).concerns().obstacle())
        .isEqualTo(new RunSummary.Obstacle("blocked by no key (and 2 more)", null));
    shop.after(AUTH, Workshop.begin(RESEARCH), fail(RESEARCH, "red"));
    assertThat(glance(AUTH).state()).isEqualTo(State.FAILED);
  }

  @Test
  void a_long_reason_is_cut_between_characters() {
    int most = RunSummary.TEXT_MAX - "research failed: ".length();
    shop.after(AUTH, Workshop.begin(RESEARCH), fail(RESEARCH, "x".repeat(most)));
    assertThat(reason()).hasSize(RunSummary.TEXT_MAX).endsWith("xx");

    shop.after(AUTH, fail(RESEARCH, "x".repeat(most + 1)));
    assertThat(reason()).hasSize(RunSummary.TEXT_MAX).endsWith("xx…");
    // A character of two units does not fit.
    shop.after(AUTH, fail(RESEARCH, "x".repeat(most - 2) + "\ud83d\ude00y"));
    assertThat(reason()).hasSize(RunSummary.TEXT_MAX - 1).endsWith("xx…");
    // It does.
    shop.after(AUTH, fail(RESEARCH, "x".repeat(most - 3) + "\ud83d\ude00yy"));
    assertThat(reason()).hasSize(RunSummary.TEXT_MAX).endsWith("x\ud83d\ude00…");
  }

  private String reason() {
    var obstacle = glance(AUTH).concerns().obstacle();
    return obstacle == null ? "" : obstacle.reason();
  }

  @Test
  void a_run_waits_for_a_person() {
    shop.edit(AUTH, "\"phases\"", "\"waits_for\": \"research\", \"phases\"");

    assertThat(glance(AUTH).state()).isEqualTo(State.WAITING);
    var action = glance(AUTH).concerns().pendingAction();
    assertThat(action).isNotNull();
    assertThat(action.command()).isEqualTo("approve research");
  }

  @Test
  void a_document_with_both_sides_of_a_merge_has_diverged() {
    shop.store.edit(AUTH, "<<<<<<< ours\n{\n=======\n[\n>>>>>>> theirs\n");

    assertThat(glance(AUTH).state()).isEqualTo(State.DIVERGED);
    assertThat(glance(AUTH).command()).isEqualTo(CommandLines.of("resume", AUTH));
  }

  @Test
  void a_damaged_document_without_a_record_cannot_be_restored() {
    shop.store.edit(SOLO, "{");
    shop.store.edit(AUTH, "{");

    assertThat(glance(SOLO).command()).startsWith("tidemark validate ");
    var warning = glance(SOLO).concerns().warning();
    assertThat(warning).isNotNull();
    assertThat(warning.code()).isEqualTo("no-journal");
    assertThat(glance(AUTH).command()).isEqualTo(CommandLines.of("restore", AUTH));
  }

  /// A run with notices, as a dialect reads it.
  private RunSummary noticed(boolean recorded, String... codes) {
    var run = shop.runs().inspect(AUTH);
    var was = run.document();
    var document =
        new Document(
            was.text(),
            was.revision(),
            was.syncState(),
            was.evidence(),
            recorded ? was.sequence() : 0,
            was.last());
    var notices = Arrays.stream(codes).map(code -> new Notice(code, "about " + code)).toList();
    return RunSummary.of(
        new Run(run.dialect(), AUTH, run.checkpoint(), document, null, notices, run.definition()));
  }

  @Test
  void what_is_left_of_a_damaged_document_is_damaged_and_another_notice_is_told() {
    var restore = CommandLines.of("restore", AUTH);
    var damaged = noticed(true, Notice.DAMAGED, "other");
    assertThat(damaged.state()).isEqualTo(State.DAMAGED);
    assertThat(damaged.concerns().problem())
        .isEqualTo(new Problem("about " + Notice.DAMAGED, restore));
    assertThat(damaged.concerns().warning()).isEqualTo(new Notice("other", "about other"));
    assertThat(noticed(true, Notice.DAMAGED).concerns().warning()).isNull();
    assertThat(noticed(true, Notice.DAMAGED).command()).isEqualTo(restore);
    assertThat(noticed(false, Notice.DAMAGED).command()).startsWith("tidemark validate ");

    var well = noticed(false, "other", "third");
    assertThat(well.state()).isEqualTo(State.OPEN);
    assertThat(well.concerns().problem()).isNull();
    assertThat(well.concerns().warning()).isEqualTo(new Notice("other", "about other"));
  }

  @Test
  void the_last_entry_has_time_and_actor() {
    var last = glance(AUTH).last();

    assertThat(last).isNotNull();
    assertThat(last.at()).isEqualTo(shop.now);
    assertThat(last.by()).isEqualTo(Workshop.ANN);
  }

  @Test
  void of_several_failed_phases_the_next_one_is_told() {
    var planning = new PhaseName("planning");
    shop.after(AUTH, Workshop.begin(RESEARCH), fail(RESEARCH, "one"));
    shop.after(AUTH, Workshop.begin(planning), fail(planning, "two"));

    assertThat(reason()).isEqualTo("research failed: one");
  }
}
