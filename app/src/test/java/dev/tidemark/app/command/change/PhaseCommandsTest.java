package dev.tidemark.app.command.change;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Phases that hand over by checkpoint, as a user drives them.
class PhaseCommandsTest {
  private static final String FILE = ".claude-checkpoint.md";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private ScratchRepository git;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    git = tidemark.scratch();
    git.write(".gitignore", ".tidemark/\n" + FILE + "\n");
  }

  private String text() throws IOException {
    return Files.readString(git.root().resolve(FILE));
  }

  @Test
  @Proves({"R-000-01", "R-000-30", "R-000-32", "R-000-41"})
  void an_exit_writes_the_checkpoint_and_the_next_entry_reads_it() throws IOException {
    var exit = tidemark.run("done 3-build --run phase/dev --summary 'Built it.' --complete");

    assertThat(exit.exit()).isZero();
    assertThat(exit.lines().get(1)).isEqualTo("Phase 3 complete. Checkpoint saved.");
    assertThat(exit.lines()).contains("/vt-c-4-review");
    assertThat(exit.err()).isEmpty();
    assertThat(text()).startsWith("---\ncompleted_phase: 3-build\n").contains("\nBuilt it.\n");

    var before = text();
    var entry = tidemark.run("enter 4-review --run phase/kw");
    assertThat(entry.exit()).isZero();
    assertThat(entry.lines().get(1)).isEqualTo("Resuming from checkpoint");
    assertThat(text()).isEqualTo(before);
    assertThat(tidemark.run("history --run phase/dev").out()).contains("4-review started");
  }

  @Test
  void a_run_of_knowledge_work_shows_its_own_phases_before_the_first_file() {
    tidemark.after("start phase/kw");

    assertThat(tidemark.run("status").lines())
        .contains("  ○ kw-0-start  pending", "  ○ kw-4-publish  pending")
        .endsWith("next: tidemark enter kw-0-start --run phase/dev");
    assertThat(tidemark.run("list").out()).contains("0/5 kw-0-start");
    assertThat(tidemark.run("resume").out()).contains("Now: begin kw-0-start: ");
  }

  @Test
  void a_phase_that_was_entered_is_shown_as_in_progress_although_the_file_cannot_tell() {
    tidemark.after("start phase/dev", "enter 0-start");

    assertThat(tidemark.run("status").lines()).contains("  ● 0-start  in_progress");
    assertThat(tidemark.run("note 'half begun'").lines()).endsWith("in progress: 0-start");
    assertThat(tidemark.run("resume").out())
        .contains("| note: half begun\n", "\nNow: go on with 0-start. ");
    tidemark.after("done 0-start --summary Begun", "enter 1-bootstrap");
    assertThat(tidemark.run("note 'half done'").lines()).endsWith("in progress: 1-bootstrap");
    assertThat(tidemark.run("task add 'Write it'").lines()).endsWith("in progress: 1-bootstrap");
    assertThat(tidemark.run("status").lines())
        .contains("  ✓ 0-start  complete", "  ● 1-bootstrap  in_progress", "  ○ 2-plan  pending");
    tidemark.after("done 1-bootstrap --summary Done");
    assertThat(tidemark.run("status").out()).doesNotContain("in_progress");
  }

  @Test
  void before_the_first_checkpoint_notes_and_tasks_belong_to_the_phase_that_was_entered() {
    tidemark.after("start phase/dev");

    assertThat(tidemark.run("enter 2-plan").lines()).endsWith("in progress: 2-plan");
    tidemark.after("note 'rotate() done' --next 'write revoke()'", "task add 'Write the tests'");

    assertThat(tidemark.run("resume").out())
        .contains("| note: rotate() done\n", "| next action: write revoke()\n");
    assertThat(tidemark.run("done 2-plan --summary Planned").err())
        .contains("2-plan has an open task: T001 Write the tests");
  }

  @Test
  @Proves("R-000-40")
  void without_a_run_entering_a_phase_prints_and_records_nothing() {
    var entered = tidemark.run("enter 3-build --run phase/dev");

    assertThat(entered.exit()).isZero();
    assertThat(entered.out()).isEmpty();
    assertThat(Files.exists(git.root().resolve(STATE + "/journal"))).isFalse();
  }

  @Test
  @Proves("R-000-06")
  void commands_of_phases_begin_as_the_project_says() throws IOException {
    tidemark.after("config phase.command-prefix /");

    tidemark.after("done 3-build --run phase/dev --complete");

    assertThat(text()).contains("\nnext_command: /4-review\n").doesNotContain("vt-c");
    assertThat(tidemark.run("config phase.command-prefix vt-c-").exit()).isEqualTo(2);
    assertThat(tidemark.run("config phase.command-prefix '/a b'").exit()).isEqualTo(2);
  }

  @Test
  @Proves("R-000-54")
  void a_review_needs_tests_where_the_project_says_so() {
    tidemark.after("done 3-build --run phase/dev --complete", "enter 4-review --run phase/dev");
    tidemark.after("config phase.test-gate on");

    var closed = tidemark.run("enter 4-review --run phase/dev");
    git.write(".test-gate.md", "---\nbranch: main\nstatus: PASS\n---\n");

    assertThat(closed.exit()).as(closed.toString()).isEqualTo(3);
    assertThat(closed.err()).contains(".test-gate.md");
    tidemark.after("enter 4-review --run phase/dev");
    assertThat(tidemark.run("config phase.test-gate maybe").exit()).isEqualTo(2);
  }

  @Test
  @Proves("R-000-40")
  void an_entry_without_a_checkpoint_says_nothing() {
    var ran = tidemark.run("enter 3-build --run phase/dev");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(git.root().resolve(FILE)).doesNotExist();
  }

  @Test
  @Proves({"R-000-04", "R-COM-09"})
  void a_phase_that_there_is_not_is_refused() {
    var ran = tidemark.run("done 9-x --run phase/dev");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("9-x").contains("kw-4-publish");
    assertThat(git.root().resolve(FILE)).doesNotExist();
  }

  @Test
  @Proves({"R-000-42", "R-COM-09"})
  void no_option_opens_a_mandatory_gate() throws IOException {
    tidemark.after("done 3-build --run phase/dev");
    var before = text();

    for (var verb : new String[] {"enter 5-finalize --continue", "done 6-operate"}) {
      var ran = tidemark.run(verb + " --yes");

      assertThat(ran.exit()).isEqualTo(3);
      assertThat(ran.lines().get(1)).isEqualTo("BLOCKED: Code review required before deployment");
      assertThat(text()).isEqualTo(before);
    }
  }

  @Test
  @Proves({"R-000-44", "A-16"})
  void another_phase_than_expected_needs_a_yes() {
    tidemark.after("done 2-plan --run phase/dev");

    var asked = tidemark.run("enter 4-review");
    assertThat(asked.exit()).isEqualTo(4);
    assertThat(asked.lines().getFirst()).startsWith("⚠ Checkpoint suggests /vt-c-3-build");

    assertThat(tidemark.run("enter 4-review --yes").out()).contains("Resuming from checkpoint");
    assertThat(tidemark.run("enter 4-review --continue").out())
        .contains("Resuming from checkpoint")
        .doesNotContain("Options:");
  }

  @Test
  @Proves({"R-000-49", "R-000-02"})
  void a_damaged_file_is_reported_and_set_aside_by_the_next_exit() throws IOException {
    git.write(FILE, "next_phase: 3-build\n");

    var entry = tidemark.run("enter 3-build --run phase/dev");
    assertThat(entry.exit()).isEqualTo(5);
    assertThat(entry.err()).contains("there is no front matter").contains("--continue");
    assertThat(text()).isEqualTo("next_phase: 3-build\n");
    assertThat(tidemark.run("enter 3-build --run phase/dev --continue").exit()).isZero();

    var exit = tidemark.run("done 2-plan --run phase/dev");
    assertThat(exit.exit()).isZero();
    assertThat(exit.err()).contains(STATE + "/set-aside/claude-checkpoint-");
    try (var kept = Files.list(git.root().resolve(STATE + "/set-aside"))) {
      assertThat(kept)
          .singleElement()
          .satisfies(it -> assertThat(it).hasContent("next_phase: 3-build\n"));
    }
  }

  @Test
  @Proves({"R-000-52", "R-000-53"})
  void what_git_should_ignore_is_four_lines() throws IOException {
    git.write(".gitignore", ".tidemark/\n");
    tidemark.after("init --format phase");

    var rules = Files.readString(git.root().resolve(".gitignore"));
    assertThat(rules)
        .isEqualTo(
            """
            .tidemark/
            # Workflow state (ephemeral, not project documentation)
            .claude-checkpoint.md
            .review-gate.md
            .test-gate.md
            """);
    tidemark.after("done 2-plan", "init");
    assertThat(Files.readString(git.root().resolve(".gitignore"))).isEqualTo(rules);
  }

  @Test
  @Proves("R-000-52")
  void a_project_with_phase_runs_only_ignores_nothing_of_other_formats() throws IOException {
    git.write(".gitignore", "");
    tidemark.after("done 2-plan --run phase/dev");

    assertThat(tidemark.run("init --json").json().strings("ignored"))
        .containsExactly(".claude-checkpoint.md", ".review-gate.md", ".test-gate.md");
    assertThat(tidemark.run("init --format flow").lines())
        .contains("added to .gitignore: memory/state/");
  }

  @Test
  void a_dry_run_says_first_that_nothing_was_written() {
    var ran = tidemark.run("done 2-plan --run phase/dev --dry-run");

    assertThat(ran.lines())
        .startsWith(
            "would record for phase/dev: 2-plan complete", "nothing was written; it would print:")
        .contains("Phase 2 complete. Checkpoint saved.");
    assertThat(git.root().resolve(FILE)).doesNotExist();
  }

  @Test
  @Proves({"R-000-23", "R-000-24"})
  void ready_work_of_the_tracker_is_in_the_checkpoint() throws IOException {
    git.write(
        ".beads/issues.jsonl",
        """
        {"id":"a","title":"First","status":"open","priority":2}
        {"id":"b","title":"Second","status":"open","priority":0}
        nonsense
        """);

    var ran = tidemark.with("PATH", "/nowhere").run("done 2-plan --run phase/dev");

    assertThat(text()).contains("## Ready Work (Beads)\n\n- b: Second (P0)\n- a: First (P2)\n");
    assertThat(ran.err()).contains("1 line that is no issue");
  }

  @Test
  void the_run_is_shown_as_every_other() {
    tidemark.after("done 3 --run phase/dev --partial --summary 'Half of it.'");

    assertThat(tidemark.run("list").out()).contains("phase/dev");
    assertThat(tidemark.run("resume phase/dev").out()).contains("Half of it.").contains("3-build");
    assertThat(tidemark.run("status phase/dev --json").exit()).isZero();
    assertThat(tidemark.run("validate --format phase " + FILE).exit()).isZero();
  }

  @Test
  @Proves("R-000-50")
  void a_start_shows_what_there_is_and_goes_on_regardless() {
    tidemark.after("done 2-plan --run phase/dev");

    var ran = tidemark.run("enter 0-start");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines()).contains("Suggested next: /vt-c-3-build");
    assertThat(ran.err()).contains("Continue with /vt-c-3-build? [y/N] no (default)");
    assertThat(tidemark.run("enter 0-start --continue").lines()).containsExactly("/vt-c-3-build");
  }
}
