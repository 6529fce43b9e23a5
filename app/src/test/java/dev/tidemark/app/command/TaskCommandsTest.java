package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tasks from the command line: recorded in every format, shown by every view, checked when their
/// phase ends.
class TaskCommandsTest {
  private static final Pattern HINT = Pattern.compile("hint: .*?: tidemark ([^\n]*)");
  private static final String PLAN =
      """
      ## Phase 1: Setup
      - [ ] T001 Add the table
      - [ ] T002 Add the index
      ## Phase 2: Code
      - [ ] T003 Rotate the tokens
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private void planned() {
    tidemark.scratch().write("tasks.md", PLAN);
    tidemark.after("start implement/cart --plan tasks.md", "enter 1");
    tidemark.after("task done T001", "task start T002");
  }

  @Test
  void the_status_names_a_current_task_that_no_list_of_tasks_has(@TempDir Path folder) {
    var other = CommandLineHarness.fresh(folder);
    other
        .scratch()
        .write(
            ".claude/state/implement-cart.json",
            """
            {"command":"implement","feature":"cart","version":1,"state":{"current_phase":"code",
            "completed_phases":[],"pending_phases":[],"current_task":"T002"},
            "phases":{"code":{"status":"in_progress"}}}
            """);

    assertThat(other.run("status").lines()).contains("current task: T002");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/a, implementation",
    "phase/dev, 0-start",
    "item/epic/E-1, 0",
    "flow/develop, REQUIREMENTS"
  })
  void a_task_is_found_by_the_id_that_it_was_added_with(String run, String phase) {
    tidemark.after("start " + run, "enter " + phase + " --run " + run);
    tidemark.after("task add 'T007 Write the form'", "task add 'T008 Write the tests'");

    for (var step :
        new String[] {"start T007", "block T007 --reason key", "fail T008", "done T007"}) {
      assertThat(tidemark.run("task " + step).exit()).as(run + ": " + step).isZero();
    }
    assertThat(tidemark.run("status").out())
        .contains("tasks: 1/2 done; open: T008 Write the tests");
  }

  @Test
  void every_view_shows_the_tasks_of_a_plan_and_the_current_one() {
    planned();

    var brief = tidemark.run("resume").out();
    assertThat(brief)
        .contains("in progress: phase-1 (Setup) for ")
        .contains("; current task: T002 Add the index")
        .contains("| tasks: 1/3 done; open: T002 Add the index (in progress), T003 Rotate");
    assertThat(tidemark.run("status").out())
        .contains("phase-1  in_progress  (Setup)")
        .contains("tasks: 1/3 done; open: T002 Add the index (in progress)");
    assertThat(tidemark.run("list").out()).contains("phase-1 (tasks 1/3)");
    var listed = tidemark.run("list --json").json().array("runs").toString();
    assertThat(listed).contains("\"task_progress\":\"1/3\"", "\"current_task\":\"T002\"");
    var json = tidemark.run("resume --json").json();
    assertThat(json.object("in_progress").string("task")).isEqualTo("T002");
    assertThat(json.object("in_progress").string("title")).isEqualTo("Setup");
    assertThat(json.array("tasks").toString())
        .contains("{\"task\":\"T001\",\"phase\":\"phase-1\",\"status\":\"complete\"");
    assertThat(tidemark.run("status --json").json().array("tasks").size()).isEqualTo(3);
    assertThat(tidemark.run("history").out()).contains("task T002 Add the index: started");
  }

  @Test
  void a_number_means_the_task_with_that_number_in_its_id_wherever_it_is_listed() {
    planned();

    assertThat(tidemark.run("task add four").out()).contains("task T004 four: added");
    assertThat(tidemark.run("task done 4").out()).contains("task T004 four: done");
    var refused = tidemark.run("task done 5");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err())
        .contains("has no task 5; there are: T001", "T002", "T004 four", "T003")
        .contains("hint: See the tasks: tidemark status --run state/implement/cart");
  }

  @Test
  void the_title_of_a_phase_in_the_place_of_its_name_is_answered_with_the_name() {
    planned();

    assertThat(tidemark.run("done setup").err())
        .contains("hint: Did you mean phase-1? To add a phase: tidemark enter --new setup");
  }

  @Test
  void a_run_that_was_begun_without_a_plan_takes_tasks() {
    tidemark.after("start implement/pay", "enter 1", "task add 'Write the tests'");

    assertThat(tidemark.run("task start 'write the tests'").exit()).isZero();

    assertThat(tidemark.run("resume").out()).contains("current task: T001 Write the tests");
  }

  @Test
  void a_plan_that_has_grown_is_merged_by_the_command_that_began_the_run() {
    planned();
    tidemark.scratch().write("tasks.md", PLAN + "- [ ] T004 Revoke them\n");

    var ran = tidemark.run("start implement/cart --plan tasks.md");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("1 new task, 0 new phases; progress is kept");
    assertThat(tidemark.run("resume").out()).contains("tasks: 1/4 done; open: T002");
  }

  @Test
  void a_phase_that_ends_with_open_tasks_warns_and_lists_them() {
    planned();

    var ran = tidemark.run("done 1");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("phase-1 has an open task: T002 Add the index (in progress)");
    assertThat(tidemark.run("resume").out()).contains("next phase: (Code)");
  }

  @Test
  void a_strict_workflow_refuses_to_end_a_phase_with_open_tasks_and_its_hint_works() {
    tidemark
        .scratch()
        .write(".tidemark/workflows/release.yaml", "phases: [cut, publish]\nstrict: true\n");
    tidemark.after("start release", "enter cut", "task add 'Tag it'", "task start T001");

    var ran = tidemark.run("done cut");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("cut has an open task: T001 Tag it (in progress)");
    assertThat(tidemark.run(pasted(ran.err())).exit()).isZero();
    assertThat(tidemark.run("done cut").exit()).isZero();
  }

  @Test
  void a_task_is_named_when_a_phase_begins_and_not_when_it_ends() {
    planned();

    var ran = tidemark.run("done 1 --task T002");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(tidemark.run(pasted(ran.err())).exit()).isZero();
    assertThat(tidemark.run("status").out()).contains("tasks: 2/3 done");
    tidemark.after("done 1", "enter 2 --task T003");
    assertThat(tidemark.run("resume").out()).contains("current task: T003 Rotate the tokens");
  }

  @Test
  void the_hint_of_an_unknown_task_adds_it() {
    planned();

    var ran = tidemark.run("task start 'Write docs'");

    assertThat(ran.err()).contains("there are: T001 Add the table (complete), T002");
    assertThat(tidemark.run(pasted(ran.err())).exit()).isZero();
    assertThat(tidemark.run("task start 'Write docs'").exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "start item/epic EPIC-1, item/epic/EPIC-1",
    "start phase/dev, phase/dev",
  })
  void what_a_format_has_no_place_for_is_kept_in_the_journal(String start, String run) {
    tidemark.scratch().write("EPIC-1.md", "# x\n");
    tidemark.after(start);
    for (var step :
        new String[] {"add One", "add Two", "start One", "block Two --reason 'no key'"}) {
      var ran = tidemark.run("task " + step + " --run " + run);
      assertThat(ran.exit()).as(step + ran.err()).isZero();
    }

    var brief = tidemark.run("resume --run " + run).out();
    assertThat(brief).contains("tasks: 0/2 done").contains("One (in progress)");
    assertThat(brief).contains("Two (blocked: no key)");
    tidemark.after("task done One --run " + run);
    assertThat(tidemark.run("status --run " + run).out()).contains("tasks: 1/2 done");
  }

  @Test
  void the_tasks_of_a_flow_are_those_of_its_run() {
    tidemark.after("start flow/develop", "task add task-001", "task add task-002");
    tidemark.after("task start task-001", "task block task-002 --reason 'no key'");

    assertThat(tidemark.run("status").out())
        .contains("tasks: 0/2 done; open: task-001 (running), task-002 (blocked: no key)");
    assertThat(tidemark.run("list").out()).contains("(tasks 0/2)");
    assertThat(tidemark.run("resume --dry-run").out()).contains("tasks: 0/2 done");
  }

  /// Returns the command of a hint, as it would be pasted.
  private static String pasted(String err) {
    var found = HINT.matcher(err);
    assertThat(found.find()).as(err).isTrue();
    return found.group(1).strip();
  }
}
