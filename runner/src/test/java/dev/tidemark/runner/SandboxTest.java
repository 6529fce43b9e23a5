package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.runner.RunResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an agent can do in a sandbox, with the real `bwrap` where there is one.
@EnabledOnOs(value = OS.LINUX, disabledReason = "bubblewrap is there on Linux only")
class SandboxTest {
  private static final RunOptions OFF =
      new RunOptions(null, List.of(), null, null, false, null, false);

  @TempDir private Path folder;
  private RunnerProject project;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder);
  }

  /// Skips the test without a sandbox. A build server has installed the program: there it fails
  /// without it, and is skipped only where the system admits no sandbox.
  private void assumeSandbox() throws IOException {
    var flaw = new Sandbox(project.root, project.environment).unavailableReason();
    boolean missing = flaw.equals("bwrap is not installed");
    if (!missing || System.getenv("TIDEMARK_CI") == null) {
      Assumptions.assumeTrue(flaw.isEmpty(), flaw);
    }
    assertThat(flaw).isEmpty();
  }

  /// Has an agent execute lines of a shell before it answers; `can NAME COMMAND` notes success.
  private RunnerProject lines(String settings, String lines) throws IOException {
    var script = project.root.resolve("try.sh");
    Files.writeString(
        script,
        """
        can() { name=$1; shift; if "$@" 2>/dev/null; then echo "$name" >>can.txt; fi; }
        add() { echo x >>"$1"; }
        """
            + lines
            + "\nexec "
            + project.agent()
            + " ok\n");
    return project
        .define("w", "run: {command: [sh, '" + script + "']" + settings + "}\nphases: [design]\n")
        .start("design");
  }

  private List<String> abilities() throws IOException {
    var file = project.root.resolve("can.txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private String record() throws IOException {
    return String.valueOf(project.attempts().getFirst().start().string("sandbox"));
  }

  @Test
  void an_agent_writes_in_the_project_and_nowhere_else() throws IOException {
    assumeSandbox();
    var home = Path.of(project.environment.getOrDefault("HOME", ""));
    Files.createDirectories(home.resolve(".codex"));
    var outside = Files.createDirectory(folder.resolve("outside"));
    lines(
        "",
        """
        can project add README.md
        can home add "$HOME/file"
        can codex add "$HOME/.codex/file"
        can outside add %s/file
        can tmp add /tmp/tidemark-sandbox-test
        can root add /etc/tidemark-sandbox-test
        can git git -c user.name=a -c user.email=a@b commit -qam changed
        """
            .formatted(outside));
    assertThat(project.run("").status()).isEqualTo(Status.DONE);
    assertThat(abilities()).containsExactly("project", "codex", "tmp", "git");
    assertThat(outside).isEmptyDirectory();
    assertThat(Path.of("/tmp/tidemark-sandbox-test")).doesNotExist();
    assertThat(record()).isEqualTo("bwrap");
  }

  @Test
  void definitions_record_and_settings_are_read_only() throws IOException {
    assumeSandbox();
    Files.createDirectory(project.root.resolve(".tidemark"));
    Files.writeString(project.root.resolve(".tidemark/config.yaml"), "");
    lines(
        "",
        """
        can workflow add .tidemark/workflows/w.yaml
        can define add .tidemark/workflows/ship.yaml
        can attempt add .git/tidemark/main/attempts/forged
        can other mkdir .git/tidemark/worktrees
        can config add .tidemark/config.yaml
        can move mv .tidemark/workflows .tidemark/away
        can away mv .tidemark away
        can journal add .git/tidemark/main/journal/file
        can moved mv .git/tidemark .git/away
        can commit git -c user.name=a -c user.email=a@b commit -q --allow-empty -m changed
        """);
    assertThat(project.run("").status()).isEqualTo(Status.DONE);
    assertThat(abilities()).containsExactly("commit");
  }

  @Test
  void workflows_cannot_be_defined_where_there_were_none() throws IOException {
    assumeSandbox();
    project.start("design");
    project.run("define");
    assertThat(project.outcomes()).containsExactly("applied");
    assertThat(project.root.resolve(".tidemark/workflows")).isEmptyDirectory();
  }

  @Test
  void an_agent_commits_in_a_linked_work_tree() throws IOException, InterruptedException {
    assumeSandbox();
    var tree = folder.resolve("tree");
    var add = List.of("git", "worktree", "add", "-q", tree.toString());
    var git = new ProcessBuilder(add).directory(project.root.toFile()).inheritIO();
    git.environment().putAll(project.environment);
    assertThat(git.start().waitFor()).isZero();
    project = project.tree(tree);
    lines(
        "",
        """
        can git git -c user.name=a -c user.email=a@b commit -q --allow-empty -m changed
        can name add "$(git rev-parse --git-dir)/tidemark"
        can journal add "$(git rev-parse --git-common-dir)/tidemark/worktrees/tree/journal/file"
        """);
    assertThat(project.run("").status()).isEqualTo(Status.DONE);
    assertThat(abilities()).containsExactly("git");
  }

  @Test
  void a_program_in_tmp_is_there_and_read_only(@TempDir Path tools) throws IOException {
    assumeSandbox();
    var program = tools.resolve("agent.sh");
    Files.writeString(
        program,
        "#!/bin/sh\necho x 2>/dev/null >>\"$0\" && touch written\nexec "
            + project.agent()
            + " ok\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    project.define("w", "run: {command: ['" + program + "']}\nphases: [design]\n").start("design");
    assertThat(project.run("").status()).isEqualTo(Status.DONE);
    assertThat(project.root.resolve("written")).doesNotExist();
    assertThat(record()).isEqualTo("bwrap");
  }

  /// `bwrap` does not end before its agent, and does not take it along.
  @Test
  void an_agent_has_time_to_end_after_term() throws IOException {
    assumeSandbox();
    lines(
        ", timeout: 1s, retries: 0",
        """
        trap 'sleep 0.3; can end true; exit' TERM
        while :; do sleep 0.1; done
        """);
    project.run("");
    assertThat(project.outcomes()).containsExactly("timeout");
    assertThat(abilities()).containsExactly("end");
    assertThat(project.survivors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"', sandbox: off', auto", "'', off"})
  void the_sandbox_is_off_by_the_definition_or_the_call(String settings, String option)
      throws IOException {
    var outside = Files.createDirectory(folder.resolve("outside"));
    lines(settings, "can outside add " + outside + "/file");
    project.run("", option.equals("off") ? OFF : RunnerProject.NONE);
    assertThat(abilities()).containsExactly("outside");
    assertThat(record()).isEqualTo("none");
    assertThat(project.told).noneMatch(text -> text.contains("sandbox"));
  }

  @ParameterizedTest
  @CsvSource({
    "'echo \"bwrap: setting up uid map: Permission denied\"; exit 1',"
        + " bwrap: setting up uid map: Permission denied",
    "exit 127, bwrap is not installed"
  })
  void an_agent_works_without_a_sandbox_where_there_is_none_and_it_is_said_once(
      String program, String flaw) throws IOException {
    var bwrap =
        Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("bwrap"), "");
    Files.writeString(bwrap, "#!/bin/sh\n" + program + "\n");
    assertThat(bwrap.toFile().setExecutable(true)).isTrue();
    project.start("design", "code");
    assertThat(project.withPrograms(bwrap.resolveSibling("")).run("ok").status())
        .isEqualTo(Status.DONE);
    assertThat(record()).isEqualTo("none");
    assertThat(project.told).containsOnlyOnce("agents run without a sandbox: " + flaw);
  }
}
