package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `plan` of a run that nobody has begun, in each protocol, and of one that cannot be read.
class PlanBeginsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("docs/plans/q.md", "## Phase 1: Tables\n## Phase 2: Code\n");
  }

  @Proves({"R-USR-03", "R-004-O3"})
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "state/implement/x   | to do: implementation, validation",
        "item/epic/EPIC-1    | to do: Decision Sync, Capture,",
        "item/debug/x        | to do: Reproduce, Trace,",
        "item/implement/q    | to do: Tables, Code",
        "phase/dev           | to do: 0-start, 1-bootstrap,",
        "flow/develop        | to do: REQUIREMENTS, ARCHITECTURE,"
      })
  void a_run_of_any_protocol_is_begun_as_the_dry_run_says(String run, String todo) {
    var before = Tree.of(temp);
    var dry = tidemark.run("plan " + run + " --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var real = tidemark.run("plan " + run);
    var again = tidemark.run("plan " + run);

    assertThat(dry.exit()).isZero();
    assertThat(dry.out()).contains(todo, " (new)", "Dry run complete. No changes made.");
    assertThat(real.out() + "Dry run complete. No changes made.\n").isEqualTo(dry.out());
    assertThat(again.out()).contains(todo).doesNotContain("(new)");
    assertThat(tidemark.run("list").out()).contains(run.substring(0, 8));
  }

  @Proves("R-USR-03")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing/x        | there is no workflow \"nothing\"",
        "item/implement/z | no plan in docs/plans fits z",
        "item/feature     | ",
      })
  void a_dry_run_refuses_what_cannot_be_begun(String run, String reason) {
    var dry = tidemark.run("plan " + run + " --dry-run");
    var real = tidemark.run("plan " + run);

    assertThat(real.exit()).isNotZero();
    assertThat(dry.exit()).isEqualTo(real.exit());
    assertThat(dry.err()).isEqualTo(real.err()).contains(reason == null ? "" : reason);
    assertThat(dry.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"item/debug/x", "item/implement/q"})
  void a_run_that_has_no_document_yet_is_planned_as_it_was_begun(String run) {
    tidemark.after("start " + run);

    var ran = tidemark.run("plan --run " + run + " --phase 1 --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.chosen("phases", "phase")).hasSize(1);
    assertThat(tidemark.run("history --run " + run + " --json").each("entries", "events"))
        .hasSize(1);
  }

  @Test
  void what_was_typed_about_a_run_is_kept() {
    tidemark.after("plan item/debug 'Login timeout'", "done 1 --run item/debug/login-timeout");

    assertThat(tidemark.run("show --raw --run item/debug/login-timeout").out())
        .contains("item: Login timeout\n");
  }

  @Test
  void nothing_is_begun_for_a_plan_that_cannot_be_made() {
    var before = Tree.of(temp);

    assertThat(tidemark.run("plan item/epic/EPIC-1 --phase none").exit()).isEqualTo(1);
    assertThat(tidemark.run("plan implement/x --task T001").exit()).isEqualTo(1);

    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan review",
        "plan --run review",
        "gate",
        "gate --run review",
        "gate set x --allowed true",
        "question --run review"
      })
  void a_document_of_a_newer_version_is_named_with_its_file(String line) {
    var path = ".claude/state/review-checkpoint.json";
    tidemark.scratch().write(path, "{\"command\": \"review\",\"version\": 2}");
    var done = tidemark.run("done planning --run review");

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isEqualTo(done.exit()).isEqualTo(5);
    assertThat(ran.err())
        .isEqualTo(done.err())
        .startsWith("tidemark: " + path + ": unknown version 2; ")
        .contains("Use a version of Tidemark that supports this version of the file.");
  }

  @Test
  void a_run_that_has_ended_is_begun_again_once() {
    tidemark.run("done 6-operate --run phase/dev");
    assertThat(tidemark.run("plan phase/dev").out()).contains("run: phase/dev (new)");
    var history = tidemark.run("history --run phase/dev").out();

    tidemark.run("plan phase/dev");

    assertThat(history).contains("run complete", "run started");
    assertThat(tidemark.run("history --run phase/dev").out()).isEqualTo(history);
  }
}
