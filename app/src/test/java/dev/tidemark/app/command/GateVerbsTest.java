package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Looking at gates, and recording what opens them.
class GateVerbsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            """
            phases:
              - prepare
              - name: publish
                gates:
                  - command: [test, -f, built.txt]
                    name: tests
                  - review: true
                  - artifact: notes.md
                    name: notes
                    advisory: true
            """);
    tidemark.after("start release/v1", "done prepare");
  }

  @Test
  void all_gates_are_shown_with_what_they_ask_for() {
    var ran = tidemark.run("gate");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .contains(
            "state/release/v1",
            "publish",
            "  closed  tests, needs: `test -f built.txt` passes with this tree",
            "  closed  review, needs: a review of this tree passed",
            "  closed  notes (advisory), needs: notes.md is there");
    var json = tidemark.run("gate --json");
    assertThat(json.each("gates", "name")).containsExactly("tests", "review", "notes");
    assertThat(json.json().isTrue("open")).isFalse();
  }

  @Test
  void a_run_in_the_place_of_a_gate_is_answered_with_the_command_for_its_gates() {
    tidemark.after("start implement/x");

    assertThat(tidemark.run("gate x --run implement/x").err())
        .contains("hint: It is a run; see its gates: tidemark gate --run state/implement/x");
  }

  @Test
  void one_gate_answers_with_its_exit_code() {
    assertThat(tidemark.run("gate tests").exit()).isEqualTo(3);
    assertThat(tidemark.run("gate notes").exit()).isEqualTo(4);
    tidemark.scratch().write("notes.md", "");
    assertThat(tidemark.run("gate notes").exit()).isZero();
    assertThat(tidemark.run("gate tsets").err()).contains("Did you mean tests?");
  }

  @Test
  void a_gate_that_is_decided_in_another_way_names_its_command() {
    var ran = tidemark.run("gate set tests --allowed true");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("has the gate tests, which is decided in another way")
        .contains("tidemark gate run tests");
    assertThat(tidemark.run("gate run review").err())
        .contains("tidemark gate set review --allowed true");
  }

  @Test
  void the_output_of_a_gate_is_recorded_nowhere() throws IOException {
    var key = "AKIAIOSFODNN7EXAMPLE";
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: [cat, said.txt], name:"
                + " tests}]}]\n")
        .write("said.txt", key);
    tidemark.trusting();

    assertThat(tidemark.run("gate run tests").exit()).isZero();

    try (var files = Files.walk(tidemark.scratch().root())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("said.txt") && !file.toString().contains("/.git/")) {
          assertThat(Files.readString(file)).as(file.toString()).doesNotContain(key);
        }
      }
    }
  }

  @Test
  void a_command_gate_that_is_named_preview_is_run_in_place_of_the_preview_deployment() {
    assertThat(tidemark.run("gate run preview").out()).isEqualTo("previews are not enabled\n");
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: ['true'], name: preview}]}]\n");
    tidemark.trusting();

    assertThat(tidemark.run("gate run preview").out())
        .isEqualTo("state/release/v1: `true` passes with this tree\n");
  }

  @Test
  void a_command_is_run_and_its_end_recorded_with_the_tree() {
    tidemark.trusting();
    var failed = tidemark.run("gate run tests");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(tidemark.run("gate tests").out()).contains("failed with exit code 1");

    tidemark.scratch().write("built.txt", "");
    var passed = tidemark.run("gate run tests --json");
    assertThat(passed.exit()).isZero();
    assertThat(passed.json().string("tree")).hasSize(40);
    assertThat(tidemark.run("gate tests").exit()).isZero();
    tidemark.scratch().write("other.txt", "");
    var stale = tidemark.run("gate tests");

    assertThat(stale.exit()).isEqualTo(3);
    assertThat(stale.out()).contains("succeeded with tree ", "but the current work tree is ");
    assertThat(tidemark.run("history").out()).contains("command of gate tests ended with 0 (tree ");
  }

  @Test
  void a_command_that_the_user_has_not_trusted_is_not_run() {
    var refused = tidemark.run("gate run tests");
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("is not trusted yet, so it was not run", "tidemark trust");
    assertThat(refused.err().lines().toList().getLast()).startsWith("hint: Nothing was run.");
    assertThat(tidemark.run("gate tests").out()).contains("has not been run");

    tidemark.trusting();
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: [touch, evil], name: tests}]}]\n");
    assertThat(tidemark.run("gate run tests").exit()).isEqualTo(4);
    assertThat(tidemark.scratch().root().resolve("evil")).doesNotExist();
  }

  @Test
  void a_dry_run_runs_nothing() {
    var ran = tidemark.run("gate run tests --dry-run");

    assertThat(ran.out()).isEqualTo("would run test -f built.txt\n");
    assertThat(tidemark.run("gate tests").out()).contains("has not been run");
  }

  @Test
  void what_a_command_says_stands_beside_the_diagnostics() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: [echo, hello]}]}]\n");

    var ran = tidemark.trusting().run("gate run command --json");

    assertThat(ran.json().isTrue("ok")).isTrue();
    assertThat(ran.err()).contains("running echo hello\nhello\n");
  }

  @Test
  void a_command_runs_with_neither_the_options_nor_the_programs_of_its_caller() throws IOException {
    var root = tidemark.scratch().root();
    tidemark
        .scratch()
        .write(".gitignore", "bin/\n.tidemark/\n")
        .write("bin/make", "#!/bin/sh\nexit 0\n")
        .write("Makefile", "tests:\n\tfalse\n")
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: [make, tests]}]}]\n");
    Files.setPosixFilePermissions(
        root.resolve("bin/make"), PosixFilePermissions.fromString("rwx------"));
    var path = System.getenv("PATH");

    var ran =
        tidemark
            .trusting()
            .with("MAKEFLAGS", "-n")
            .with("npm_config_dry_run", "true")
            .with("PATH", root.resolve("bin") + ":bin:" + path)
            .run("gate run command");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "not passed on to the command: MAKEFLAGS, npm_config_dry_run, "
                + root.resolve("bin")
                + " in PATH, bin in PATH");
  }

  @Test
  void the_program_that_ran_is_recorded_and_another_one_is_noted(@TempDir Path elsewhere)
      throws IOException {
    tidemark.scratch().write("built.txt", "");
    var first = tidemark.trusting().run("gate run tests --json").json().string("program");
    var other = elsewhere.resolve("test");
    Files.writeString(other, "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));

    var ran = tidemark.with("PATH", elsewhere + ":" + System.getenv("PATH")).run("gate run tests");

    assertThat(ran.err())
        .contains("the command runs " + other + "; its last result is of " + first);
    assertThat(tidemark.run("history").out()).contains("ended with 0 (tree ", "): " + other);
  }

  @Test
  void a_program_that_is_not_there_proves_nothing() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{command: [no-such-program]}]}]\n");

    var ran = tidemark.trusting().run("gate run command");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("no-such-program cannot be run");
    assertThat(tidemark.run("gate command").out()).contains("did not come to its end");
  }

  @Test
  void a_verdict_is_bound_to_the_tree() {
    tidemark.after("gate set review --allowed true");
    assertThat(tidemark.run("gate review").exit()).isZero();
    tidemark.scratch().write("README.md", "# Changed\n");

    var stale = tidemark.run("gate review");

    assertThat(stale.exit()).isEqualTo(3);
    assertThat(stale.out()).contains("the review was about tree ");
    tidemark.run("gate set review --allowed false --blocker 'too long'");
    assertThat(tidemark.run("gate review").out()).contains("the review did not pass: too long");
    assertThat(tidemark.run("gate set notes --allowed true").exit()).isEqualTo(1);
  }

  @Test
  void the_facts_of_a_gate_are_shown_with_it() {
    tidemark.after("gate set review --allowed true");

    var gate = (JsonObject) tidemark.run("gate review --json").json().array("gates").get(0);

    assertThat(gate.isTrue("open")).isTrue();
    assertThat(gate.object("proof").string("by")).isEqualTo("ann");
    assertThat(gate.object("proof").object("claim").string("tree")).hasSize(40);
  }

  @Test
  void a_run_without_gates_says_so() {
    tidemark.after("start implement/auth");

    assertThat(tidemark.run("gate --run implement/auth").out())
        .isEqualTo("state/implement/auth has no gates\n");
  }
}
