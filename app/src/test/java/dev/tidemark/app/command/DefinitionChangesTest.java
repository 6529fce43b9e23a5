package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Phases and gates that are added, removed or renamed in the definition of a workflow while a run
/// is open.
class DefinitionChangesTest {
  private static final String FILE = ".tidemark/workflows/feat.yaml";
  private static final String DOCUMENT = ".claude/state/feat-a.json";
  private static final String GATED =
      """
      phases:
        - plan
        - name: build
          gates:
            - artifact: built.txt
        - publish
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private void define(String text) {
    tidemark.scratch().write(FILE, text);
  }

  private void phases(String names) {
    define("phases: [" + names + "]\n");
  }

  private String document() throws IOException {
    return Files.readString(tidemark.scratch().root().resolve(DOCUMENT));
  }

  private List<String> shown() {
    return tidemark.run("status").lines().stream()
        .filter(line -> line.startsWith("  "))
        .map(String::strip)
        .toList();
  }

  @Test
  void an_added_phase_joins_the_run_at_its_place_and_is_named() throws IOException {
    phases("plan, code, test");
    tidemark.after("start feat/a", "done plan", "enter code");
    var before = document();

    phases("plan, security, code, test, release");

    var brief = tidemark.run("resume");
    assertThat(brief.out())
        .contains("state/feat/a: 1 of 5 phases done")
        .contains("definition (2 phases added)")
        .contains(
            "| notice: the run and the definition of feat differ; new, and part of this run now:"
                + " security (before code, and still to be done), release\n");
    assertThat(tidemark.run("status").err()).contains("part of this run now: security (before");
    assertThat(shown())
        .startsWith(
            "✓ plan  complete",
            "○ security  pending",
            "● code  in_progress",
            "○ test  pending",
            "○ release  pending");
    assertThat(document()).isEqualTo(before);

    var done = tidemark.run("done code");

    assertThat(done.err()).contains("new in the definition of feat, and part of this run now:");
    assertThat(done.lines()).endsWith("next: security  (tidemark enter security)");
    assertThat(document()).contains("\"security\"").contains("\"release\"");
    assertThat(tidemark.run("history").out()).contains("security queued; release queued; code");
    assertThat(tidemark.run("resume").out()).contains("definition (5 of its 5 phases)");
  }

  @Test
  void a_run_does_not_end_without_a_phase_that_joined_it() {
    phases("plan, code");
    tidemark.after("start feat/a", "done plan", "done code");
    phases("plan, security, code");

    var early = tidemark.run("finish");

    assertThat(early.exit()).isEqualTo(1);
    assertThat(early.err()).contains("not every phase is done: security");
    assertThat(tidemark.run("resume --json").json().object("verdict").string("phase"))
        .isEqualTo("security");
    assertThat(tidemark.run("handoff request --mode code --instructions Check").out())
        .contains("\"task_id\": \"state/feat/a/security\"");
    tidemark.after("done security", "finish");
  }

  @Test
  void a_renamed_phase_is_one_removed_and_one_added() throws IOException {
    phases("plan, code, test");
    tidemark.after("start feat/a", "done plan");

    phases("design, code, check");

    assertThat(tidemark.run("resume").out())
        .contains("definition (2 phases added, 2 removed)")
        .contains(
            "new, and part of this run now: design, check; not in the definition: plan (done), test"
                + " (pending)");
    tidemark.after("skip test", "done design", "done code", "done check", "finish");
    assertThat(document()).contains("\"plan\"").contains("\"design\"");
  }

  @Test
  void phases_that_were_given_at_the_start_are_those_of_the_run() {
    phases("plan, code, test");
    tidemark.after("start feat/a --phases plan,code", "done plan");

    phases("plan, security, code, test");

    assertThat(tidemark.run("resume --json").each("doubts", "code"))
        .doesNotContain("definition-differs");
    assertThat(shown()).hasSize(2);
    tidemark.after("done code", "finish");
  }

  @Test
  void a_mandatory_gate_of_an_added_phase_comes_first() {
    phases("plan, code, test");
    tidemark.after("start feat/a", "done plan", "enter code");
    define(
        """
        phases:
          - plan
          - name: security
            gates:
              - artifact: threats.md
          - code
          - test
        """);

    var verdict = tidemark.run("resume --json").json().object("verdict");

    assertThat(verdict.string("kind")).isEqualTo("ask");
    assertThat(verdict.string("phase")).isEqualTo("security");
    assertThat(tidemark.run("done code").exit()).isEqualTo(3);
    tidemark.scratch().write("threats.md", "none\n");
    tidemark.after("done code", "done security", "done test", "finish");
  }

  @Test
  void an_item_gets_the_phases_that_its_command_has_now() {
    define("format: item\nphases: [plan, code, test]\n");
    tidemark.after("start item/feat/a", "done plan --no-commit");
    define("format: item\nphases: [plan, security, code, test]\n");

    assertThat(tidemark.run("resume").out())
        .contains("1 of 4 phases done")
        .contains("part of this run now: security (before code, and still to be done)");
    tidemark.after("done code --no-commit", "done test --no-commit");
    assertThat(tidemark.run("finish --no-commit").err())
        .contains("not every phase is done: security");
    tidemark.after("done security --no-commit", "finish --no-commit");
  }

  @Test
  void a_run_without_a_file_has_the_phases_that_are_defined_now() {
    define("format: item\nphases: [plan, code]\n");
    tidemark.after("start item/feat/a");
    define("format: item\nphases: [plan, security, code]\n");

    assertThat(shown())
        .containsExactly("○ plan  pending", "○ security  pending", "○ code  pending");
  }

  @Test
  void a_phase_checkpoint_has_the_phases_of_the_definition() {
    define("format: phase\nphases: [plan, code, test]\n");
    tidemark.after("start phase/feat", "done plan");
    define("format: phase\nphases: [plan, code, test, release]\n");

    assertThat(tidemark.run("resume").out()).contains("1 of 4 phases done");
  }

  @Test
  void gates_that_were_passed_by_another_definition_are_named() throws IOException {
    define(GATED);
    tidemark.after("start feat/a", "done plan");
    phases("plan, build, publish");
    tidemark.after("done build", "done publish", "finish");
    assertThat(tidemark.run("doctor").out()).isEqualTo("all is well\n");

    define("# the gate of the build\n" + GATED.replace("  - plan\n", "  - name: plan\n"));

    var told = "passed by another definition of the gates: build, publish, the end of the run";
    assertThat(tidemark.run("gate").err()).contains(told);
    assertThat(tidemark.run("gate --json").each("notices", "code"))
        .containsExactly("definition-differs");
    assertThat(tidemark.run("history").err()).contains(told);
    assertThat(tidemark.run("status feat/a").err()).contains(told);
    assertThat(tidemark.run("doctor").out())
        .contains("finished runs whose gates were passed by another definition")
        .contains("state/feat/a");
  }

  @Test
  void a_run_that_began_and_ended_while_the_definition_had_no_gates_is_named() {
    phases("plan, build, publish");
    tidemark.after("start feat/a", "done plan", "done build", "done publish", "finish");
    assertThat(tidemark.run("gate feat/a").err()).doesNotContain("another definition");

    define(GATED);

    var told = "passed by another definition of the gates: build\n";
    assertThat(tidemark.run("gate feat/a").err()).contains(told);
    assertThat(tidemark.run("history feat/a").err()).contains(told);
    assertThat(tidemark.run("doctor").out()).contains("another definition than the present one");
  }

  @Test
  void a_run_that_never_had_a_gated_phase_is_named() {
    phases("plan, publish");
    tidemark.after("start feat/a", "done plan", "done publish", "finish");
    define(GATED);

    var told = "passed by another definition of the gates: build\n";
    assertThat(tidemark.run("gate feat/a").err()).contains(told);
    assertThat(tidemark.run("history feat/a").err()).contains(told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan, publish", "plan, publish, build"})
  void a_step_for_which_a_gated_phase_was_taken_out_or_moved_is_named(String meanwhile) {
    define(GATED);
    tidemark.after("start feat/a", "done plan");
    phases(meanwhile);
    tidemark.after("enter publish");
    define(GATED);

    var told = "passed by another definition of the gates: publish\n";
    assertThat(tidemark.run("gate feat/a").err()).contains(told);
    assertThat(tidemark.run("history feat/a").err()).contains(told);
  }

  @Test
  void a_comment_or_a_gate_of_a_later_phase_makes_no_difference() {
    define(GATED);
    tidemark.scratch().write("built.txt", "1\n");
    tidemark.after("start feat/a", "done plan", "done build");

    define(
        "# a comment\n" + GATED.replace("- publish", "- {name: publish, gates: [{review: true}]}"));

    assertThat(tidemark.run("gate").err()).isEmpty();
    assertThat(tidemark.run("doctor").out()).doesNotContain("definition");
    define(GATED.replace("built.txt", "other.txt"));
    assertThat(tidemark.run("gate").err())
        .contains("passed by another definition of the gates: build\n");
    assertThat(tidemark.run("doctor").out())
        .contains("state/feat/a: the run and the definition of feat differ");
  }

  @Test
  void a_definition_that_is_removed_leaves_the_passages_of_a_gated_run_compared()
      throws IOException {
    define(GATED);
    tidemark.after("start feat/a", "done plan");
    Files.delete(tidemark.scratch().root().resolve(FILE));

    assertThat(tidemark.run("resume").out()).contains("definition (the workflow is not defined)");
    assertThat(tidemark.run("gate").out())
        .isEqualTo("state/feat/a was started with gates, and feat defines none now\n");
    tidemark.after("done build");

    define(GATED);
    assertThat(tidemark.run("gate").err())
        .contains("passed by another definition of the gates: build");
  }
}
