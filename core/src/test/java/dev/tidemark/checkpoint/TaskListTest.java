package dev.tidemark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskListTest {
  private static final PhaseName BUILD = new PhaseName("build");
  private static final PhaseName SHIP = new PhaseName("ship");

  private static final PlannedTask TABLE = task("T001", BUILD, "done", "Add the table");
  private static final PlannedTask INDEX = task("T002", BUILD, "pending", "Add the index");
  private static final PlannedTask TESTS = task("T007", SHIP, "in_progress", "Write the tests");
  private static final PlannedTask DOCS = task("docs", SHIP, "skipped", "");
  private static final PlannedTask TITLED = task("T003 Tune it", SHIP, "pending", "T003 Tune it");

  private static final TaskList TASKS =
      new TaskList(List.of(TABLE, INDEX, TESTS, DOCS, TITLED), "T007");

  private static PlannedTask task(String id, PhaseName phase, String word, String description) {
    return PlannedTask.of(id, phase, word, description);
  }

  @Test
  void done_and_skipped_tasks_are_counted_and_of_the_others_the_current_one_is_first() {
    assertThat(TASKS.done()).isEqualTo(2);
    assertThat(TASKS.count()).isEqualTo("2/5");
    assertThat(TASKS.open()).containsExactly(TESTS, INDEX, TITLED);
    assertThat(TASKS.open(BUILD)).containsExactly(INDEX);
    assertThat(TASKS.open(SHIP)).containsExactly(TESTS, TITLED);
    assertThat(TASKS.isEmpty()).isFalse();
    assertThat(TaskList.EMPTY.isEmpty()).isTrue();
    assertThat(TaskList.EMPTY.count()).isEqualTo("0/0");
  }

  @Test
  void the_current_task_is_one_of_the_list_that_is_not_done() {
    assertThat(TASKS.currentTask()).isEqualTo(TESTS);
    assertThat(new TaskList(TASKS.all(), "T001").currentTask()).isNull();
    assertThat(new TaskList(TASKS.all(), "T009").currentTask()).isNull();
    assertThat(new TaskList(TASKS.all(), null).currentTask()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "T007, 2",
    "' t007 ', 2",
    "docs, 3",
    "add the INDEX, 1",
    "t002 add the index, 1",
    "T003, 4",
    "1, 0",
    "7, 2",
    "3, 4",
    "003, 4",
    "4,",
    "5,",
    "6,",
    "0,",
    "T00,",
    "tune it,",
  })
  void a_task_is_meant_by_its_id_its_description_or_the_number_of_its_id(
      String words, @Nullable Integer at) {
    assertThat(TASKS.find(words)).isEqualTo(at == null ? null : TASKS.all().get(at));
  }

  @Test
  void a_number_is_a_place_only_where_no_id_has_a_number() {
    assertThat(TaskList.byNumber(List.of("Write it", "Test it 9"), "2")).isEqualTo(1);
    assertThat(TaskList.byNumber(List.of("Write it", "T001 Test it"), "2")).isEqualTo(-1);
    assertThat(TaskList.byNumber(List.of("Write it", "T001 Test it"), "1")).isEqualTo(1);
    assertThat(TaskList.byNumber(List.of("T002", "task-2"), "2")).isEqualTo(-1);
    assertThat(TaskList.byNumber(List.of("T002"), "x2")).isEqualTo(-1);
    assertThat(TaskList.byNumber(List.of("T002"), "")).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "T003 Tune it, T003, true",
    "T003: Tune it, T003, true",
    "T0 it, T0, true",
    "T9 it, T9, true",
    "T003, T003, false",
    "T003x Tune it, T003, false",
    "T0031 Tune it, T003, false",
    "Tune it, T, false",
    "T003a b, T003a, false",
    "Tune it, T003, false",
    "U003 it, U003, false",
  })
  void a_text_is_numbered_by_an_id_that_a_blank_or_a_colon_follows(
      String text, String id, boolean numbered) {
    assertThat(TaskList.isNumbered(text, id)).isEqualTo(numbered);
  }

  @ParameterizedTest
  @CsvSource({
    "T009 Deploy, T009, Deploy",
    "T009: Deploy, T009, Deploy",
    "' T009 : Deploy ', T009, Deploy",
    "T009, T009, ''",
    "T009x Deploy, T006, T009x Deploy",
    "T Deploy, T006, T Deploy",
    "Deploy, T006, Deploy",
  })
  void a_new_task_has_the_id_it_names_or_the_next_free_one(
      String words, String id, String description) {
    assertThat(TASKS.newTask(words, BUILD)).isEqualTo(task(id, BUILD, "pending", description));
  }

  @Test
  void an_id_that_is_taken_is_not_free() {
    var tasks = new ArrayList<>(TASKS.all());
    tasks.add(task("T008", BUILD, "pending", "x"));

    assertThat(new TaskList(tasks, null).newTask("Deploy", BUILD).id()).isEqualTo("T009");
  }

  @Test
  void tasks_are_listed_in_one_line_with_what_became_of_them() {
    var failed = INDEX.with(TaskStatus.FAILED, "no network");
    var blocked = INDEX.with(TaskStatus.BLOCKED, " ");
    var longest = task("T1", BUILD, "pending", "x".repeat(77));
    var longer = task("T1", BUILD, "pending", "x".repeat(78));

    assertThat(TaskList.listed(List.of(failed, blocked, TESTS), 3))
        .isEqualTo(
            "T002 Add the index (failed: no network), T002 Add the index (blocked),"
                + " T007 Write the tests (in progress)");
    assertThat(TaskList.listed(List.of(INDEX, failed, blocked), 1))
        .isEqualTo("T002 Add the index, 2 more");
    assertThat(TaskList.listed(List.of(longest, longer), 2))
        .isEqualTo("T1 " + "x".repeat(77) + ", T1 " + "x".repeat(77) + "\u2026");
    assertThat(TaskList.openText(BUILD, List.of(INDEX)))
        .isEqualTo("build has an open task: T002 Add the index");
    assertThat(TaskList.openText(BUILD, List.of(INDEX, DOCS)))
        .isEqualTo("build has 2 open tasks: T002 Add the index, docs (skipped)");
  }

  @Test
  void an_absent_or_unknown_word_is_a_pending_task() {
    assertThat(TaskStatus.of(null)).isEqualTo(TaskStatus.PENDING);
    assertThat(TaskStatus.of("odd")).isEqualTo(TaskStatus.PENDING);
    assertThat(TaskStatus.of("verified")).isEqualTo(TaskStatus.COMPLETE);
    assertThat(TaskStatus.of("running")).isEqualTo(TaskStatus.IN_PROGRESS);
  }

  @Test
  void a_task_is_the_same_by_its_id_and_its_phase() {
    assertThat(TABLE.isSame(task("T001", BUILD, "pending", "Other"))).isTrue();
    assertThat(TABLE.isSame(task("T001", SHIP, "done", "Add the table"))).isFalse();
    assertThat(TABLE.isSame(task("T002", BUILD, "done", "Add the table"))).isFalse();
  }
}
