package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.text.DisplayWidth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs with tasks, and the boxes that show them.
class PlanTasksTest {
  private static final String TASKS =
      """
      # Tasks
      ## Phase 1: Setup
      - [ ] T001 Add the table
      - [x] T002 Write the migration
      ```
      - [ ] T900 in code
      ```
      ## Phase 2: Code
      - [ ] T003 Rotate the tokens
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  @Proves("R-004-O6")
  void other_words_where_something_is_done_are_asked_about_and_yes_is_an_answer() {
    tidemark.scratch().write("tasks.md", TASKS);
    tidemark.after("start implement/auth --plan tasks.md", "task done T001", "done phase-1");
    tidemark.scratch().write("tasks.md", TASKS.replace("Add the table", "Ask the users"));

    var asked = tidemark.run("start implement/auth --plan tasks.md");

    assertThat(asked.exit()).isEqualTo(4);
    assertThat(asked.err())
        .contains("task T001 \"Add the table\" (complete) = \"Ask the users\"?", "--yes");
    assertThat(tidemark.run("start implement/auth --plan tasks.md --yes").exit()).isZero();
    assertThat(tidemark.run("status --json").out()).contains("\"description\":\"Ask the users\"");
  }

  @Test
  void phases_are_edited_in_one_entry_that_undo_takes_back() {
    tidemark.after("start implement/auth --phases a,b,c", "done a", "note --tried 'this way'");

    var edited = tidemark.run("plan implement/auth --edit first,a,build=b");

    assertThat(edited.out()).contains("plan changed: b is build now, c is taken out; first queued");
    var phases = tidemark.run("status").out();
    assertThat(phases.indexOf("first")).isLessThan(phases.indexOf("✓ a"));
    assertThat(tidemark.run("resume").out()).contains("tried and failed: [build] this way");
    assertThat(tidemark.run("enter 3").out()).contains("build started");
    tidemark.after("undo", "undo");
    assertThat(tidemark.run("status").out()).contains("○ b", "○ c").doesNotContain("first");
    assertThat(tidemark.run("plan implement/auth --edit b,c").exit()).isEqualTo(1);
  }

  @Test
  void a_box_that_is_ticked_off_opens_no_gate() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/rel.yaml",
            "format: state\nphases:\n  - phase-1\n  - name: phase-2\n    gates:\n"
                + "      - artifact: notes.md\n        name: notes\n");
    tidemark.scratch().write("t.md", "## Phase 1: A\n- [x] T001 a\n## Phase 2: B\n- [x] T002 b\n");

    assertThat(tidemark.run("start rel/one --plan t.md").exit()).isEqualTo(3);

    tidemark.scratch().write("t.md", "## Phase 1: A\n- [x] T001 a\n## Phase 2: B\n- [ ] T002 b\n");
    tidemark.after("start rel/one --plan t.md");
    tidemark.scratch().write("t.md", "## Phase 1: A\n- [x] T001 a\n## Phase 2: B\n- [x] T002 b\n");
    assertThat(tidemark.run("start rel/one --plan t.md").exit()).isEqualTo(3);
    assertThat(tidemark.run("plan rel/one --edit phase-1,x=phase-2").err())
        .contains("phase phase-2 has a gate");
    assertThat(tidemark.run("status").out()).contains("○ phase-2  pending");
  }

  @Test
  void the_tasks_that_a_flow_keeps_in_a_file_of_their_own_are_tasks_of_the_implementation() {
    tidemark.after("start flow/develop", "task add task-001", "task add task-002");
    tidemark.after("task start task-001");

    var plan = tidemark.run("plan --run flow/develop --json").json();

    assertThat(plan.array("tasks").toString())
        .isEqualTo(
            "[{\"task\":\"task-001\",\"phase\":\"IMPLEMENTATION\",\"status\":\"running\","
                + "\"description\":\"\",\"chosen\":true},{\"task\":\"task-002\","
                + "\"phase\":\"IMPLEMENTATION\",\"status\":\"pending\",\"description\":\"\","
                + "\"chosen\":true}]");
    assertThat(tidemark.run("plan --run flow/develop").out()).contains("● task-001 running");
  }

  @Proves("R-004-O6")
  @Test
  void the_tasks_of_a_plan_are_pending_or_complete_by_their_boxes() {
    tidemark.scratch().write("tasks.md", TASKS);
    tidemark.after("start implement/auth --plan tasks.md");

    var phases = document("implement").object("phases");

    assertThat(phases.object("phase-1").object("tasks"))
        .hasToString(
            "{\"T001\":{\"status\":\"pending\",\"description\":\"Add the table\"},"
                + "\"T002\":{\"status\":\"complete\",\"description\":\"Write the migration\"}}");
    assertThat(phases.object("phase-2").object("tasks").has("T003")).isTrue();
    tidemark.after("enter phase-1", "task done T001", "task start T002", "task fail T003");
    var now = document("implement");
    var tasks = now.object("phases").object("phase-1").object("tasks");
    assertThat(tasks.object("T001").string("status")).isEqualTo("complete");
    assertThat(tasks.object("T001").string("description")).isEqualTo("Add the table");
    assertThat(tasks.object("T002").string("status")).isEqualTo("in_progress");
    assertThat(now.object("state").string("current_task")).isEqualTo("T002");
    assertThat(tidemark.run("task done T777").err()).contains("has no task T777");
    assertThat(tidemark.run("validate").exit()).isZero();
  }

  @Proves("R-004-O6")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--task T001                 | T001",
        "--task T001,T003            | T001 T003",
        "--task t1-T3                | T001 T002 T003",
        "--phase 2                   | T003",
        "--phase 1,2                 | T001 T002 T003",
        "--phase 2+                  | T003",
        "--phase phase-1             | T001 T002",
        "--phase 2 --task T001       | T001",
        "--resume                    | T001 T003",
      })
  void tasks_and_phases_are_picked_and_tasks_win(String words, String expected) {
    tidemark.scratch().write("tasks.md", TASKS);
    tidemark.after("start implement/auth --plan tasks.md", "task done T002");

    var ran = tidemark.run("plan " + words + " --json");

    assertThat(ran.chosen("tasks", "task")).containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--task T9", "--task 1", "--task T003-T001", "--phase 7", "--phase ,"})
  void what_picks_nothing_is_refused(String words) {
    tidemark.scratch().write("tasks.md", TASKS);
    tidemark.after("start implement/auth --plan tasks.md");

    assertThat(tidemark.run("plan " + words).exit()).isEqualTo(1);
    assertThat(tidemark.run("start implement/b --plan nowhere.md").err()).contains("no plan");
    assertThat(tidemark.run("start implement/b --plan README.md").err()).contains("no tasks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"implement/b", "item/implement/b"})
  void a_plan_that_cannot_be_read_is_not_said_to_be_missing(String run) throws IOException {
    Files.write(tidemark.scratch().root().resolve("latin.md"), new byte[] {'#', ' ', (byte) 0xe4});
    tidemark.scratch().write("docs/plans/b.md", "# None\n");

    assertThat(tidemark.run("start " + run + " --plan latin.md").err())
        .contains(
            "the plan cannot be read: latin.md is not UTF-8 text\nhint: Name the plan document:");
    assertThat(tidemark.run("start " + run + " --plan docs").err())
        .contains("the plan cannot be read: docs is a folder or a device");
    assertThat(tidemark.run("start " + run + " --plan .").err())
        .contains("the plan cannot be read: . is a folder or a device");
    assertThat(tidemark.run("start " + run + " --plan /dev/null").err())
        .contains("the plan cannot be read: /dev/null: resolves outside the project");
    assertThat(tidemark.run("start " + run + " --plan no.md").err())
        .contains("there is no plan no.md");
  }

  @Proves("R-004-O5")
  @Test
  void every_line_of_a_box_is_as_wide() {
    tidemark
        .scratch()
        .write(
            "tasks.md",
            "- [ ] T001 \u6587\u5b57\u5316\u3051 \ud83d\udc69\u200d\ud83d\udcbb u\u0308 "
                + "\u00e9".repeat(90)
                + "\n- [ ] T002 "
                + "long ".repeat(40)
                + "\n");
    tidemark.after("start implement/auth --plan tasks.md");
    tidemark.run("fail phase-1 --reason 'Die Datenbank \u2014 \u4e2d\u6587 \u26a0\ufe0f'");

    var preview = tidemark.run("plan");
    var status = tidemark.run("status --box");

    for (var ran : List.of(preview, status)) {
      var frame =
          ran.lines().stream()
              .filter(line -> "\u250c\u251c\u2502\u2514".indexOf(line.charAt(0)) >= 0);
      assertThat(frame.toList())
          .hasSizeGreaterThan(8)
          .allMatch(line -> DisplayWidth.of(line) == 72);
    }
    assertThat(status.out())
        .contains("PROGRESS", "\u2717 phase-1", "ERROR", "RECOVERY OPTIONS", "tidemark resume");
  }

  private JsonObject document(String command) {
    try {
      var file = tidemark.scratch().root().resolve(".claude/state/" + command + "-auth.json");
      return (JsonObject) JsonText.parse(Files.readString(file));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
