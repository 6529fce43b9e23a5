package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs in which work cannot simply go on are found at once, whatever their format.
class FailedRunsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void a_failure_without_a_reason_is_in_the_brief_until_the_phase_is_done() {
    tidemark.after("start implement/auth --phases design,code", "fail design", "enter design");

    assertThat(tidemark.run("resume").lines()).contains("| failed before: no reason given");
    assertThat(tidemark.run("status").lines()).contains("failed before: no reason given");
    tidemark.after("done design");
    assertThat(tidemark.run("resume").out()).doesNotContain("no reason given");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, design, --phases design:code",
    "phase/dev, 0-start, ''",
    "phase/dev, 3-build, ''",
    "item/debug/login, 1, ''",
    "flow/develop, REQUIREMENTS, ''"
  })
  void a_failed_phase_makes_the_run_failed_until_the_suggested_command_ran(
      String run, String phase, String options) {
    var about = " --run " + run;
    tidemark.after(
        "start " + run + " " + options.replace(':', ','),
        "enter " + phase + about,
        "fail " + phase + " --reason 'No database'" + about);

    var failed = tidemark.run("list --json");

    assertThat(failed.each("runs", "state")).containsExactly("failed");
    assertThat(failed.each("runs", "reason").getFirst()).endsWith(" failed: No database");
    assertThat(tidemark.run("list").lines().get(1)).contains(" failed: No database");
    assertThat(tidemark.run("status" + about).out()).contains("failed: ", "No database");
    assertThat(tidemark.run("watch").lines().getFirst()).isEqualTo("failed (1)");

    var next = failed.each("runs", "command").getFirst();
    assertThat(tidemark.run(next.substring("tidemark ".length())).exit()).as(next).isZero();
    assertThat(tidemark.run("list --json").each("runs", "state")).isSubsetOf("open", "started");
    assertThat(tidemark.run("watch").lines().getFirst()).isEqualTo("running (1)");

    tidemark.after("fail " + phase + " --reason 'No database'" + about);
    assertThat(tidemark.run("list --json").each("runs", "state")).containsExactly("failed");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, design, --phases design:code, true",
    "phase/dev, 3-build, '', false",
    "item/debug/login, 1, '', true",
    "flow/develop, REQUIREMENTS, '', false"
  })
  void skipping_a_failed_phase_is_suggested_where_the_format_can_skip(
      String run, String phase, String options, boolean skips) {
    var about = " --run " + run;
    tidemark.after("start " + run + " " + options.replace(':', ','));
    if (run.startsWith("phase/")) {
      tidemark.after("done 2-plan" + about);
    }
    tidemark.after("enter " + phase + about, "fail " + phase + " --reason 'No database'" + about);

    for (var verb : List.of("status", "status --box", "resume")) {
      var shown = tidemark.run(verb + about).out();

      assertThat(shown).as(verb).contains("No database");
      assertThat(shown).as(verb).doesNotContain("in progress: Reproduce");
      assertThat(shown.contains("tidemark skip ")).as(verb + shown).isEqualTo(skips);
    }
    assertThat(tidemark.run("skip " + phase + " --reason x" + about).exit() == 0).isEqualTo(skips);
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, design, --phases design:code",
    "phase/dev, 0-start, ''",
    "item/debug/login, 1, ''",
    "flow/develop, REQUIREMENTS, ''"
  })
  void a_failed_run_can_be_abandoned_and_keeps_its_phases(
      String run, String phase, String options) {
    var about = " --run " + run;
    tidemark.after("start " + run + " " + options.replace(':', ','));
    tidemark.after("fail " + phase + " --reason 'No database'" + about);

    assertThat(tidemark.run("status" + about).lines())
        .contains("  or give the run up: tidemark finish --abandon REASON" + about);
    var phases = tidemark.run("status --json" + about).each("phases", "phase");
    assertThat(tidemark.run("finish" + about).exit()).isEqualTo(1);
    assertThat(tidemark.run("finish --abandon 'It is obsolete'" + about).exit()).isZero();
    var again = tidemark.run("finish" + about);
    assertThat(again.err()).contains(run + " is abandoned already");
    assertThat(again.exit()).isZero();

    assertThat(tidemark.run("list --json").each("runs", "state")).isEmpty();
    assertThat(tidemark.run("list --all --json").each("runs", "state"))
        .containsExactly("abandoned");
    assertThat(tidemark.run("status --json" + about).each("phases", "phase")).isEqualTo(phases);
    assertThat(tidemark.run("resume " + run).out()).contains("abandoned", "It is obsolete");
    assertThat(tidemark.run("history" + about).out()).contains("run abandoned: It is obsolete");
    tidemark.after("start " + run);
    assertThat(tidemark.run("list --json").each("runs", "run")).containsExactly(run);
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, design, --phases design:code",
    "phase/dev, 0-start, ''",
    "item/debug/login, 1, ''",
    "flow/develop, REQUIREMENTS, ''"
  })
  void an_open_blocker_makes_the_run_blocked_until_it_is_resolved(
      String run, String phase, String options) {
    var about = " --run " + run;
    tidemark.after(
        "start " + run + " " + options.replace(':', ','), "enter " + phase + about, "list");

    tidemark.after("note --blocked-by 'the staging database is down'" + about);

    var blocked = tidemark.run("list --json");
    assertThat(blocked.each("runs", "state")).containsExactly("blocked");
    assertThat(blocked.each("runs", "reason"))
        .containsExactly("blocked by the staging database is down");
    assertThat(tidemark.run("watch").lines().getFirst()).isEqualTo("blocked (1)");

    tidemark.after("note --resolved database" + about);
    assertThat(tidemark.run("list --json").each("runs", "state")).isSubsetOf("open", "started");
  }

  @Test
  void a_phase_that_has_just_failed_is_not_said_to_be_in_progress() {
    tidemark.after("start item/epic/E-1", "enter 0");

    var failed = tidemark.run("fail 0 --reason 'No network'");

    assertThat(failed.lines())
        .containsSubsequence(
            "item/epic/E-1: Decision Sync failed: No network",
            "next: Decision Sync  (tidemark enter 'Decision Sync')");
  }

  @Test
  void every_failed_run_of_many_is_shown_first() {
    for (int i = 0; i < 12; i++) {
      var about = " --run state/implement/r" + i;
      tidemark.after("start implement/r" + i + " --phases research,code", "enter research" + about);
      if (i % 4 == 3) {
        tidemark.after("fail research --reason 'Out of tokens'" + about);
      }
    }

    var listed = tidemark.run("list --json");

    assertThat(listed.each("runs", "state").subList(0, 4))
        .containsExactly("failed", "failed", "failed", "open");
    assertThat(listed.each("runs", "run").subList(0, 3))
        .containsExactly("state/implement/r11", "state/implement/r3", "state/implement/r7");
    assertThat(tidemark.run("list").lines().subList(1, 4))
        .allSatisfy(line -> assertThat(line).contains("research failed: Out of tokens"));
    assertThat(tidemark.run("watch").lines())
        .contains("failed (3)", "running (9)")
        .doesNotContain("running (12)");
    var groups = tidemark.run("watch --json");
    assertThat(groups.each("groups", "group").getFirst()).isEqualTo("failed");
    assertThat(groups.out()).contains("\"title\":\"failed\",\"count\":3,");
    assertThat(tidemark.given("{}").run("statusline").out()).startsWith("3 failed, 12 open runs");
    assertThat(tidemark.run("resume").out())
        .startsWith("12 runs of this project are open (3 failed). The most recently changed:\n");
  }

  @Test
  void the_status_line_has_state_and_reason_of_the_only_run_before_its_phase() {
    tidemark.after("start implement/a --phases research,code");
    tidemark.after("fail research --reason 'No network'");

    assertThat(tidemark.given("{}").run("statusline").out())
        .isEqualTo("state/implement/a FAILED research failed: No network | 0/2 research\n");
  }

  @Test
  void the_goal_is_beside_the_name_in_lists_and_the_second_line_of_the_status() {
    tidemark.after("start implement/a --phases research,code --goal 'Log in by mail'");

    assertThat(tidemark.run("list").lines().get(1))
        .startsWith("state/implement/a  Log in by mail  ");
    assertThat(tidemark.run("list --json").each("runs", "goal")).containsExactly("Log in by mail");
    assertThat(tidemark.run("status").lines().get(1)).isEqualTo("goal: Log in by mail");
    assertThat(tidemark.run("watch").lines().get(1)).contains("Log in by mail");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/a, design, --phases design:code, .claude/state/implement-a.json",
    "phase/dev, 0-start, '', .claude-checkpoint.md",
    "item/debug/login, 1, '', docs/checkpoints/debug-login.md",
    "flow/develop, REQUIREMENTS, '', memory/state/phase.json"
  })
  void a_damaged_run_is_a_group_with_the_command_that_restores_it(
      String run, String phase, String options, String file) {
    var about = " --run " + run;
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":1}");
    tidemark.after("start " + run + " " + options.replace(':', ','), "done " + phase + about);
    tidemark.after("start implement/b");
    tidemark.scratch().write(file, "{");

    var listed = tidemark.run("list --json");

    assertThat(listed.each("runs", "state")).isEqualTo(List.of("damaged", "open"));
    assertThat(listed.each("runs", "reason").getFirst()).isNotNull();
    assertThat(tidemark.run("watch").lines().getFirst()).isEqualTo("damaged (1)");
    assertThat(tidemark.run("status" + about).out())
        .contains("  damaged  ", "next: tidemark restore");
    assertThat(tidemark.run("resume").out()).contains("| " + run + ": ", ", damaged");
    assertThat(tidemark.given("{}").run("statusline").out())
        .startsWith("1 damaged, ")
        .endsWith("2 open runs\n");
    var next = listed.each("runs", "command").getFirst();
    assertThat(next).isEqualTo("tidemark restore" + about);
    assertThat(tidemark.run(next.substring("tidemark ".length())).exit()).as(next).isZero();
    assertThat(tidemark.run("list --json").each("runs", "state")).isSubsetOf("open", "waiting");
  }

  @Test
  void the_status_line_says_why_the_only_run_is_damaged() {
    tidemark.after("start phase/dev", "done 0-start");
    tidemark.scratch().write(".claude-checkpoint.md", "{");

    assertThat(tidemark.given("{}").run("statusline").out())
        .isEqualTo("phase/dev DAMAGED .claude-checkpoint.md: there is no front matter\n");
  }

  @Test
  void without_a_terminal_fail_asks_nothing() {
    tidemark.after("start implement/a --phases research,code", "enter research");

    var ran = tidemark.given("Because\n").run("fail research");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).doesNotContain("Why did");
    assertThat(tidemark.run("list --json").each("runs", "reason"))
        .containsExactly("research failed");
  }
}
