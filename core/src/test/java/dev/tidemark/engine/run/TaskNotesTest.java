package dev.tidemark.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.BareCheckpoint;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.history.Event;
import dev.tidemark.history.Worklog;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.TaskStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tasks of documents and of the journal together.
class TaskNotesTest {
  private static final CheckpointId ID = new CheckpointId("toy", "design", "auth");
  private static final PhaseName CODE = new PhaseName("code");
  private static final PlannedTask PENDING = task("T001", TaskStatus.PENDING, "Add the table");
  private static final PlannedTask DONE = task("T001", TaskStatus.COMPLETE, "Add the table");
  private static final PlannedTask OTHER = task("T002", TaskStatus.PENDING, "Add the index");

  /// A document with tasks.
  private record Tasks(List<PlannedTask> tasks, Optional<String> currentTask)
      implements BareCheckpoint {
    static Tasks of(@Nullable String current, PlannedTask... tasks) {
      return new Tasks(List.of(tasks), Optional.ofNullable(current));
    }
  }

  private static PlannedTask task(String id, TaskStatus status, String description) {
    return new PlannedTask(id, CODE, status.word(), status, description, null);
  }

  private static Worklog journal(PlannedTask... tasks) {
    return new Worklog(null, List.of(), null, null, null, Arrays.asList(tasks));
  }

  private static TaskNotes notes(@Nullable Checkpoint document, PlannedTask... journaled) {
    return new TaskNotes(ID, document, journal(journaled));
  }

  @Test
  void the_journal_has_the_status_of_tasks_that_the_document_has_as_pending() {
    var document = Tasks.of(null, PENDING, OTHER);

    assertThat(TaskNotes.tasks(document, List.of(), journal(DONE)).all())
        .containsExactly(DONE, OTHER);
    assertThat(TaskNotes.tasks(Tasks.of(null, DONE), List.of(), journal(PENDING)).all())
        .containsExactly(DONE);
    var third = task("T003", TaskStatus.FAILED, "x");
    assertThat(TaskNotes.tasks(document, List.of(), journal(third)).all())
        .extracting(PlannedTask::id)
        .containsExactly("T001", "T002", "T003");
  }

  @Test
  void tasks_of_parts_follow_those_of_the_document() {
    var parts = List.<Checkpoint>of(Tasks.of("T002", OTHER));

    var tasks = TaskNotes.tasks(Tasks.of(null, PENDING), parts, journal());

    assertThat(tasks.all()).containsExactly(PENDING, OTHER);
    assertThat(tasks.current()).isEqualTo("T002");
    assertThat(TaskNotes.tasks(Tasks.of("T001", PENDING), parts, journal()).current())
        .isEqualTo("T001");
    assertThat(TaskNotes.tasks(null, List.of(), journal())).isEqualTo(TaskList.EMPTY);
    assertThat(TaskNotes.tasks(Tasks.of("T007"), List.of(), journal()).current()).isEqualTo("T007");
  }

  @Test
  void where_no_document_says_which_is_current_it_is_the_last_that_was_begun() {
    var first = task("T001", TaskStatus.IN_PROGRESS, "Add the table");
    var second = task("T002", TaskStatus.IN_PROGRESS, "Add the index");

    assertThat(TaskNotes.tasks(null, List.of(), journal(first, OTHER)).current()).isEqualTo("T001");
    assertThat(TaskNotes.tasks(null, List.of(), journal(first, second)).current())
        .isEqualTo("T002");
    assertThat(TaskNotes.tasks(Tasks.of("T009", second), List.of(), journal(first)).current())
        .isEqualTo("T009");
    assertThat(TaskNotes.tasks(null, List.of(), journal(DONE, OTHER)).current()).isNull();
  }

  @Test
  void a_task_that_the_document_has_is_not_only_in_the_journal() {
    var notes = notes(Tasks.of(null, PENDING), OTHER);

    assertThat(notes.isOnlyJournaled(new ChangeTask(TaskStep.DONE, "T002"))).isTrue();
    assertThat(notes.isOnlyJournaled(new ChangeTask(TaskStep.DONE, "T001"))).isFalse();
    assertThat(notes.isOnlyJournaled(new ChangeTask(TaskStep.DONE, "T009"))).isFalse();
    assertThat(notes(null, OTHER).isOnlyJournaled(new ChangeTask(TaskStep.DONE, "T002"))).isTrue();
  }

  private static @Nullable Blocker blocker(String task, @Nullable String reason) {
    return notes(null, OTHER).blocker(new ChangeTask(TaskStep.DONE, task, reason, null));
  }

  @Test
  void a_task_needs_a_text_of_at_most_300_characters() {
    var most = "x".repeat(300);
    var none = blocker("  ", null);
    assertThat(none).isNotNull();
    assertThat(none.code()).isEqualTo("no-task");
    assertThat(none.kind()).isEqualTo(Blocker.Kind.USAGE);
    var add = new ChangeTask(TaskStep.ADD, most, null, null);
    assertThat(notes(null).blocker(add)).isNull();
    var longer = notes(null).blocker(new ChangeTask(TaskStep.ADD, most + "x", null, null));
    assertThat(longer).isNotNull();
    assertThat(longer.code()).isEqualTo("task-too-long");
    assertThat(blocker("T002", most)).isNull();
    var reason = blocker("T002", most + "x");
    assertThat(reason).isNotNull();
    assertThat(reason.code()).isEqualTo("task-too-long");
  }

  @Test
  void a_step_of_a_task_that_is_not_there_is_refused_with_those_that_are() {
    var refused = blocker("T009", null);

    assertThat(refused).isNotNull();
    assertThat(refused.reason())
        .isEqualTo("there is no task \"T009\"; there are: T002 Add the index");
    assertThat(refused.hint()).isEqualTo("Add it: tidemark task add T009 --run toy/design/auth");
    assertThat(blocker("t002", null)).isNull();
    var empty = notes(null).blocker(new ChangeTask(TaskStep.DONE, "T009"));
    assertThat(empty).isNotNull();
    assertThat(empty.reason()).isEqualTo("there is no task \"T009\"");
  }

  @Test
  void a_step_is_recorded_if_it_changes_something() {
    var notes = notes(null, OTHER);

    assertThat(notes.events(new ChangeTask(TaskStep.ADD, "T003 Write the tests"), CODE))
        .containsExactly(
            new Event.TaskChanged(task("T003", TaskStatus.PENDING, "Write the tests")));
    assertThat(notes.events(new ChangeTask(TaskStep.ADD, "Add the index"), CODE)).isEmpty();
    assertThat(notes.events(new ChangeTask(TaskStep.DONE, "T002"), CODE))
        .containsExactly(new Event.TaskChanged(OTHER.with(TaskStatus.COMPLETE, null)));
    assertThat(notes.events(new ChangeTask(TaskStep.DONE, "T009"), CODE)).isEmpty();
    var blocked = notes(null, OTHER.with(TaskStatus.BLOCKED, "no key"));
    assertThat(blocked.events(new ChangeTask(TaskStep.BLOCK, "T002"), CODE)).isEmpty();
    assertThat(blocked.events(new ChangeTask(TaskStep.BLOCK, "T002", "no time", null), CODE))
        .containsExactly(new Event.TaskChanged(OTHER.with(TaskStatus.BLOCKED, "no time")));
  }

  @Test
  void a_phase_with_open_tasks_is_told_and_a_strict_one_does_not_end() {
    var notes = notes(null, DONE, OTHER);
    var open = notes.open(CODE);

    assertThat(open).isNotNull();
    assertThat(open.code()).isEqualTo(TaskList.OPEN_TASKS);
    assertThat(open.text()).isEqualTo("code has an open task: T002 Add the index");
    assertThat(notes(null, DONE).open(CODE)).isNull();
    assertThat(notes.open(new PhaseName("test"))).isNull();
    var strict = notes.strict(open, CODE);
    assertThat(strict.code()).isEqualTo(TaskList.OPEN_TASKS);
    assertThat(strict.reason())
        .isEqualTo("code has an open task: T002 Add the index; this workflow is strict");
    assertThat(strict.hint())
        .isEqualTo("End each task first: tidemark task done T002 --run toy/design/auth");
    assertThat(notes(null, DONE).strict(open, CODE).hint())
        .isEqualTo("End each task first: tidemark status --run toy/design/auth");
  }
}
