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
import org.junit.jupiter.params.provider.ValueSource;

/// SchemaViolation a workflow, starting it, and following the commands that are suggested.
class FirstStepsTest {
  private static final String FOREIGN = ".claude-checkpoint.md";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void workflows_lists_phases_and_a_start_command_for_each_format() {
    var ran = tidemark.run("workflows");
    var json = tidemark.run("workflows --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .containsSequence(
            "item/epic  Decision sync to document",
            "  phases: Decision Sync, Capture, Product Analysis, Technical Routing, Agreements,"
                + " Document",
            "  start:  tidemark start item/epic/NAME")
        .contains("  start:  tidemark start phase/dev", "  start:  tidemark start flow/develop");
    assertThat(json.each("workflows", "format")).contains("state", "phase", "item", "flow");
  }

  @Test
  void every_listed_start_command_works() {
    tidemark.scratch().write("FILE", "## Phase 1: Begin\n\n## Phase 2: End\n");
    for (var command : tidemark.run("workflows --json").each("workflows", "command")) {
      var dry = tidemark.run(command.substring("tidemark ".length()) + " --dry-run");
      assertThat(dry.exit()).as("%s: %s", command, dry.err()).isZero();
    }
  }

  @Test
  void workflows_of_the_project_are_listed() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "name: release\nphases:\n  - name: cut\n  - name: publish\n");

    assertThat(tidemark.run("workflows").lines())
        .contains("  phases: cut, publish", "  start:  tidemark start state/release/NAME");
  }

  @ParameterizedTest
  @CsvSource({
    "epic EPIC-1, item/epic/EPIC-1",
    "develop, flow/develop",
    "dev, phase/dev",
    "implement auth, state/implement/auth"
  })
  void start_finds_the_only_format_that_defines_a_workflow(String words, String run) {
    assertThat(tidemark.run("start " + words + " --json").string("run")).isEqualTo(run);
  }

  @Test
  void unknown_workflow_is_refused_with_the_known_ones() {
    var ran = tidemark.run("start deploy");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("There are: start, design, reconcile, research, implement, ship, review")
        .contains("tidemark workflows");
    assertThat(tidemark.run("start item").err()).contains("tidemark workflows");
  }

  @ParameterizedTest
  @CsvSource({
    "item/epic EPIC-1, Decision Sync, enter 'Decision Sync'",
    "phase/dev, 0-start, enter 0-start",
    "state/implement/auth, implementation, enter implementation"
  })
  void first_phase_is_named_by_start_status_and_resume(String words, String phase, String command) {
    var start = tidemark.run("start " + words);
    var run = tidemark.run("list --json").each("runs", "run").getFirst();

    assertThat(start.lines()).contains("next: " + phase + "  (tidemark " + command + ")");
    assertThat(tidemark.run("resume").out())
        .contains("tidemark " + command + " --run " + run)
        .doesNotContain("tidemark status");
    if (!run.startsWith("state/")) {
      assertThat(tidemark.run("status").lines())
          .contains("next: tidemark " + command + " --run " + run)
          .anyMatch(line -> line.endsWith(phase + "  pending"));
    }
    assertThat(tidemark.run(command + " --run " + run).exit()).isZero();
  }

  @Test
  void flow_names_the_command_that_ends_its_first_phase() {
    assertThat(tidemark.run("start flow/develop").lines())
        .contains(
            "in progress: REQUIREMENTS  (when finished: tidemark done REQUIREMENTS --run"
                + " flow/develop)");
  }

  @Test
  void next_command_names_the_run_where_several_are_open() {
    var first = tidemark.run("start implement/a --phases x,y");
    var second = tidemark.run("start implement/b --phases x,y");
    tidemark.after("enter x --run implement/a");
    var done = tidemark.run("done x --run implement/a");
    tidemark.after("enter y --run implement/a");
    var failed = tidemark.run("fail y --reason Broken --run implement/a");

    assertThat(first.lines()).contains("next: x  (tidemark enter x)");
    assertThat(second.lines()).contains("next: x  (tidemark enter x --run state/implement/b)");
    assertThat(done.lines()).contains("next: y  (tidemark enter y --run state/implement/a)");
    assertThat(failed.lines()).contains("next: y  (tidemark enter y --run state/implement/a)");
    assertThat(tidemark.run("enter y --run state/implement/a").exit()).isZero();
    assertThat(tidemark.run("done y --run state/implement/a").lines())
        .contains("next: every phase is done; tidemark finish --run state/implement/a");
  }

  @ParameterizedTest
  @CsvSource({"item/epic EPIC-1, 0", "flow/develop, REQUIREMENTS"})
  void only_open_run_is_found_after_a_change_of_branch(String words, String phase) {
    tidemark.scratch().write(".gitignore", "memory/\n.claude/state/\n.tidemark/\n");
    tidemark.scratch().commit("Ignore");
    tidemark.after("start " + words);
    tidemark.scratch().git("checkout", "-q", "-b", "feature/x");
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\": \"Pay by card\"}");

    var brief =
        tidemark
            .given("{\"hook_event_name\":\"SessionStart\",\"source\":\"startup\"}")
            .run("hook claude-code SessionStart");
    var done = tidemark.run("done " + phase);

    assertThat(brief.out()).contains("checked out is feature/x");
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(done.err()).contains("was made on branch main; checked out is feature/x");
  }

  @ParameterizedTest
  @CsvSource({
    "implement/a --phases design:code, desing, design",
    "item/epic E-1, Captur, Capture",
    "phase/dev, 4-revew, 4-review",
    "flow/develop, ARCHITECTUR, ARCHITECTURE"
  })
  void an_unknown_phase_is_refused_with_the_one_that_was_meant(
      String run, String phase, String meant) {
    tidemark.after("start " + run.replace(':', ','));

    for (var verb : List.of("enter", "done")) {
      var ran = tidemark.run(verb + " " + phase);
      assertThat(ran.exit()).isNotZero();
      assertThat(ran.err()).contains("Did you mean " + meant + "?");
    }
  }

  @Test
  void a_misspelled_workflow_of_another_format_is_recognised() {
    var ran = tidemark.run("start epik E-1");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("there is no workflow \"epik\"", "Did you mean item/epic?");
    assertThat(tidemark.run("start epik E-1 --any-command").exit()).isZero();
    assertThat(tidemark.run("start epik E-1").exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "---\ntitle: Notes\n---\n"})
  void foreign_checkpoint_file_is_no_run_and_is_never_replaced(String front) {
    tidemark.scratch().write(FOREIGN, front + "# Session notes\n\nIn the middle of it.\n");

    assertThat(tidemark.run("list").out()).doesNotContain("phase/dev");
    assertThat(tidemark.run("adopt").lines())
        .contains(FOREIGN + " is skipped: it is not a checkpoint of this format");
    tidemark.after("start implement/auth", "enter implementation", "done implementation");
    for (var line : new String[] {"start phase/dev", "done 2-plan --run phase/dev"}) {
      var ran = tidemark.run(line);
      assertThat(ran.exit()).isEqualTo(5);
      assertThat(ran.err())
          .contains(FOREIGN + ": not a checkpoint of the format phase; it was left as it is")
          .contains("mv " + FOREIGN + " " + FOREIGN + ".other");
    }
    assertThat(tidemark.scratch().root().resolve(FOREIGN)).content().contains("# Session notes");
  }

  @Test
  void restore_is_only_suggested_where_something_is_recorded() {
    tidemark.scratch().write("docs/checkpoints/epic-E-1.md", "no front matter\n");

    var validate = "tidemark validate --format item docs/checkpoints/epic-E-1.md";
    assertThat(tidemark.run("list --json").each("runs", "command")).containsExactly(validate);
    assertThat(tidemark.run("status").out())
        .contains("next: " + validate)
        .doesNotContain("restore");
    assertThat(tidemark.run("adopt").out()).doesNotContain("--fresh");
  }

  @Test
  void gates_of_the_format_itself_are_shown() {
    tidemark.after("start flow/develop");
    assertThat(tidemark.run("gate").out())
        .contains("has no gates of its own; the format flow has")
        .contains("tidemark approve REQUIREMENTS --run flow/develop");
  }

  @Test
  void one_workflow_is_shown_with_its_gates() {
    var ran = tidemark.run("workflows ship");

    assertThat(ran.lines())
        .contains(
            "state/ship  Blocks on errors by its gate", "    push", "      gate ship at both");
    assertThat(tidemark.run("workflows item/epic").exit()).isZero();
    assertThat(tidemark.run("workflows shpi").exit()).isEqualTo(2);
  }
}
