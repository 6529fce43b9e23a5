package dev.tidemark.app.command;

import static dev.tidemark.app.main.CommandLineHarness.ageless;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever only looks, or is told to only look, leaves every byte, mode and time as it was.
@Proves("R-USR-03")
class DryRunTest {
  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start review",
        "start implement/auth --fresh",
        "enter validation",
        "done implementation --summary S --created a.ts",
        "fail implementation --reason No",
        "skip validation",
        "finish --abandon Obsolete",
        "restore --to 1",
        "prune --older-than 0d --include-open",
        "init",
        "init --format state",
        "config summary.tokens 100",
        "doctor --fix"
      })
  void a_dry_run_says_what_would_happen_and_changes_nothing(String line) {
    var scratch = ScratchRepository.in(temp);
    scratch.write("README.md", "# Scratch\n").write("a.ts", "1").commit("Begin");
    var tidemark = CommandLineHarness.in(scratch);
    tidemark.after("start implement/auth", "enter implementation");
    var before = Tree.of(temp);

    // Some lines have the time.
    var now = tidemark.at(InstantSource.fixed(Instant.now()));
    var ran = now.run(line + " --dry-run");
    var quiet = now.run(line + " --dry-run --quiet");
    var json = now.run(line + " --dry-run --json");

    assertThat(Tree.of(temp)).isEqualTo(before);
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isNotEmpty();
    assertThat(quiet.out()).isEqualTo(ran.out());
    assertThat(json.json().isTrue("ok")).isTrue();
  }

  @Test
  void a_dry_run_in_an_untouched_project_makes_no_folder() {
    var tidemark = CommandLineHarness.fresh(temp);
    var before = Tree.of(temp);

    var ran = tidemark.run("start implement/auth --dry-run");

    assertThat(ran.lines())
        .containsExactly(
            "would record for state/implement/auth: run started", "nothing was written");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves({"R-COM-11", "R-004-17"})
  @ParameterizedTest
  @ValueSource(
      strings = {
        "resume",
        "status",
        "list --all",
        "show",
        "show --at 1",
        "history",
        "validate",
        "schema",
        "schema workflow",
        "config --origin",
        "config format",
        "doctor",
        "completion bash",
        "--version",
        "help"
      })
  void a_verb_that_reads_changes_nothing(String line) {
    var tidemark = CommandLineHarness.fresh(temp);
    var untouched = Tree.of(temp);
    tidemark.run(line);
    assertThat(Tree.of(temp)).isEqualTo(untouched);

    tidemark.after("init", "start implement/auth", "enter implementation");
    var before = Tree.of(temp);
    var ran = tidemark.run(line);

    assertThat(Tree.of(temp)).isEqualTo(before);
    assertThat(ran.out()).isNotEmpty();
    assertThat(ageless(tidemark.run(line + " --quiet").out())).isEqualTo(ageless(ran.out()));
  }
}
