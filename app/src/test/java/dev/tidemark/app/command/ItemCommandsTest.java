package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands in phases as a user drives them, with real commits.
class ItemCommandsTest extends EpicRepository {
  @Test
  void a_run_of_a_plan_names_the_plans_phases_before_the_first_file() {
    git.write("docs/plans/n.md", "# Plan\n\n## Phase 1: Setup\n- [ ] a\n## Phase 2: API\n");

    var begun = tidemark.run("start item/implement/n --plan docs/plans/n.md");

    assertThat(begun.lines()).endsWith("next: Setup  (tidemark enter Setup)");
    assertThat(tidemark.run("resume").out()).contains("Now: begin Setup: ");
    tidemark.after("enter Setup");
    assertThat(tidemark.run("status").lines())
        .contains("  ● Setup  in_progress", "  ○ API  pending");
  }

  @Test
  @Proves({"R-001-13", "A-44"})
  void beginning_writes_nothing_that_git_would_see() {
    var ran = tidemark.run("start item/epic/EPIC-001");

    assertThat(ran.exit()).isZero();
    assertThat(git.git("status", "--porcelain")).isEmpty();
    assertThat(git.root().resolve("docs")).doesNotExist();
    assertThat(tidemark.run("list").out()).contains("item/epic/EPIC-001");
  }

  @Test
  @Proves({"R-001-01", "R-001-04", "R-001-14", "R-001-16", "A-44"})
  void the_first_phase_done_makes_and_commits_the_file() throws IOException {
    tidemark.after("start item/epic/EPIC-001");

    var ran = tidemark.run("done 0 --summary 'Synced with the hub.'");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(subject()).isEqualTo("checkpoint: epic EPIC-001 \u2014 phase 0 complete");
    assertThat(committed()).isEqualTo("A\tdocs/checkpoints/.gitkeep\nA\t" + FILE);
    assertThat(text())
        .contains("| 0 | Decision Sync | done | 20")
        .contains("| 1 | Capture | in_progress | \u2014 |")
        .contains("current_phase: 1\ntotal_phases: 5\n")
        .contains("Synced with the hub.");
    assertThat(git.git("status", "--porcelain")).isEmpty();
  }

  @Test
  @Proves({"R-001-10", "R-001-11", "R-001-12", "R-001-32"})
  void starting_again_resumes_with_the_four_lines() throws IOException {
    completed(2);
    git.git("switch", "--quiet", "--create", "feat/other");

    var ran = tidemark.run("start item/epic/EPIC-001");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines().get(0)).isEqualTo("Resuming from checkpoint: " + FILE);
    assertThat(ran.lines().get(1)).matches("Last updated: 20\\S+Z");
    assertThat(ran.lines().subList(2, 4))
        .containsExactly(
            "Completed: Phase 0 (Decision Sync), Phase 1 (Capture)",
            "Resuming at: Phase 2 (Product Analysis)");
    assertThat(ran.err()).contains("branch main").contains("feat/other");
  }

  @Test
  @Proves({"R-001-18", "R-001-19"})
  void doctor_names_a_commit_that_is_pending_and_makes_it() throws IOException {
    completed(1);
    var hook = git.root().resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.resolveSibling(""));
    for (var verb : List.of("done 1", "finish")) {
      if (verb.equals("finish")) {
        tidemark.after("done 2", "done 3", "done 4", "done 5");
      }
      Files.writeString(hook, "#!/bin/sh\nexit 1\n");
      assertThat(hook.toFile().setExecutable(true)).isTrue();
      assertThat(tidemark.run(verb + " --run item/epic/EPIC-001").exit()).isEqualTo(1);
      Files.delete(hook);

      assertThat(tidemark.run("doctor").out())
          .contains("an interrupted change of item/epic/EPIC-001 left undone: the git commit of");
      assertThat(tidemark.run("doctor --fix").out()).contains("Completed.");
      assertThat(subject()).contains(verb.equals("done 1") ? "phase 1 complete" : "removing");
      assertThat(git.git("status", "--porcelain")).isEmpty();
      assertThat(tidemark.run("doctor").out()).doesNotContain("interrupted");
    }
  }

  @Test
  @Proves({"R-001-28", "A-43"})
  void sub_tasks_are_written_without_a_commit() throws IOException {
    completed(1);
    var commit = git.git("rev-parse", "HEAD");

    tidemark.after("task add 'Interview the users'", "task add 'Sum up'", "task done 1");

    assertThat(text()).contains("- [x] Interview the users\n- [ ] Sum up\n");
    assertThat(git.git("rev-parse", "HEAD")).isEqualTo(commit);
    tidemark.after("done 1");
    assertThat(text()).doesNotContain("Interview");
  }

  @Test
  @Proves({"R-001-22", "R-COM-15"})
  void a_file_that_only_git_still_has_is_offered() throws IOException {
    completed(2);
    var before = text();
    Files.delete(git.root().resolve(FILE));

    var silent = tidemark.run("start item/epic/EPIC-001");

    assertThat(silent.exit()).isEqualTo(4);
    assertThat(silent.err()).contains("is missing, but the last commit has it");
    assertThat(exists()).isFalse();
    var yes = tidemark.run("start item/epic/EPIC-001 --yes");
    assertThat(yes.exit()).as(yes.err()).isZero();
    assertThat(yes.out()).contains("Resuming at: Phase 2 (Product Analysis)");
    assertThat(text()).isEqualTo(before);
  }

  @Test
  @Proves("R-001-22")
  void edits_that_are_not_committed_are_shown_on_resuming() throws IOException {
    completed(2);
    Files.writeString(git.root().resolve(FILE), text() + "\n## Notes\n\nby hand\n");

    var ran = tidemark.run("start item/epic/EPIC-001");

    assertThat(ran.err()).contains(FILE + " has changes that are not committed");
    tidemark.after("done 2");
    assertThat(text()).endsWith("\n## Notes\n\nby hand\n");
  }

  @Test
  @Proves({"R-001-09", "A-45"})
  void a_fresh_start_removes_the_file_of_this_item_and_no_other() {
    completed(1);
    tidemark.after("start item/epic/EPIC-0011", "done 0 --run item/epic/EPIC-0011");

    tidemark.after("start item/epic/EPIC-001 --fresh");

    assertThat(exists()).isFalse();
    assertThat(git.root().resolve("docs/checkpoints/epic-EPIC-0011.md")).exists();
    assertThat(git.git("status", "--porcelain")).isEqualTo("D  " + FILE);
    tidemark.after("done 0 --run item/epic/EPIC-001");
    assertThat(exists()).isTrue();
  }

  @Test
  @Proves({"R-001-33", "R-001-09"})
  void a_damaged_file_is_left_alone_until_a_fresh_start_sets_it_aside() throws IOException {
    completed(1);
    var damaged = text().replace("| 1 | Capture | in_progress | \u2014 |", "| 1 | Capture | x |");
    Files.writeString(git.root().resolve(FILE), damaged);

    var ran = tidemark.run("done 1 --run item/epic/EPIC-001");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err())
        .contains("line 19")
        .contains("4 cells")
        .endsWith("Put a recorded state back: tidemark restore --run item/epic/EPIC-001\n");
    assertThat(text()).isEqualTo(damaged);
    var fresh = tidemark.run("start item/epic/EPIC-001 --fresh");
    assertThat(fresh.exit()).as(fresh.err()).isZero();
    assertThat(fresh.err()).contains("kept as");
    assertThat(exists()).isFalse();
  }

  @Test
  void front_matter_that_the_format_does_not_allow_is_told_by_start_and_done() throws IOException {
    completed(1);
    var odd =
        text()
            .replace("command: epic", "command: debug")
            .replace("item: EPIC-001", "item: EPIC-9")
            .replace("status: in_progress", "status: banana")
            .replace("total_phases: 5", "total_phases: four");
    Files.writeString(git.root().resolve(FILE), odd);
    var told =
        FILE
            + ": command is debug, expected epic; item is EPIC-9, expected EPIC-001; status is"
            + " banana, expected in_progress; total_phases is four, expected 5";

    assertThat(tidemark.run("start item/epic/EPIC-001").err()).contains(told);
    assertThat(tidemark.run("done 1").err()).contains(told);
  }

  @Test
  @Proves("R-001-08")
  void a_plan_is_named_from_where_the_command_is_typed() {
    git.write("docs/notes/plan.md", "# Login\n## Phase 1: Schema\n").commit("plan");

    var ran = tidemark.from("docs/notes").run("start item/implement/login --plan plan.md");

    assertThat(ran.exit()).as(ran.err()).isZero();
    tidemark.from("docs").after("done 1");
    assertThat(git.root().resolve("docs/checkpoints/implement-login.md"))
        .content()
        .contains("| 1 | Schema | done |", "- Plan: `docs/notes/plan.md`");
  }

  @ParameterizedTest
  @CsvSource({
    "--percent 59.9,                    0, ''",
    "--percent 60,                      0, /compact",
    "--percent 79.9,                    0, /compact",
    "--percent 80,                      0, vt-handoff",
    "--used 130000 --limit 200000,      0, 65 %",
    "--percent 101,                     2, from 0 to 100",
    "--percent=-1,                      2, from 0 to 100",
    "--percent much,                    2, from 0 to 100",
    "--used 1,                          2, from 0 to 100"
  })
  @Proves({"R-001-24", "R-001-25"})
  void preflight_warns_and_never_stops(String options, int exit, String warning) {
    tidemark.after("start item/epic/EPIC-001");
    var ran = tidemark.run("status " + options);

    assertThat(ran.exit()).isEqualTo(exit);
    assertThat(ran.out()).isEmpty();
    if (warning.isEmpty()) {
      assertThat(ran.err()).isEmpty();
    } else {
      assertThat(ran.err()).contains(warning);
    }
  }

  @Test
  @Proves("R-001-02")
  void other_commands_have_no_checkpoints() {
    var ran = tidemark.run("start item/commit/X");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("debug, epic, feature, implement, plan");
  }

  @Test
  @Proves({"R-001-03", "R-001-08", "R-001-23"})
  void implement_takes_its_phases_from_the_plan() throws IOException {
    git.write(
        "docs/plans/2026-02-12-notifications.md",
        """
        ---
        feature: FEAT-007
        ---
        # Notifications
        ## Phase 1: Schema
        ### Phase 1 Verification
        ```
        ## Phase 9: Not this one
        ```
        ## Phase 2: API
        """);
    git.commit("plan");
    tidemark.after("start item/implement docs/plans/2026-02-12-notifications.md", "done 1");

    var file = git.root().resolve("docs/checkpoints/implement-2026-02-12-notifications.md");
    assertThat(file)
        .content()
        .contains("| 1 | Schema | done |", "| 2 | API | in_progress |")
        .contains("- Plan: `docs/plans/2026-02-12-notifications.md`")
        .doesNotContain("Phase 9");
    var same = tidemark.run("start item/implement/FEAT-007");
    assertThat(same.out()).contains("Resuming from checkpoint: docs/checkpoints/implement-2026");
    assertThat(tidemark.run("start item/implement/FEAT-008").err()).contains("docs/plans/2026");
  }
}
