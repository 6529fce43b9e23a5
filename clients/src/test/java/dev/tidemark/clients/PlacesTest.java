package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Places and moments where brief and guard could be absent without anyone noticing, and one where
/// the guard must be absent, in the real clients.
@Proves("R-USR-18")
class PlacesTest {
  private static final String RUN = "state/implement/auth: 0 of ";

  @TempDir private Path temp;

  @BeforeAll
  static void installed() {
    Installation.assume();
  }

  /// A project with two open runs, one definition that cannot be read, and Tidemark installed.
  private static Workspace busy(Workspace workspace, Client client) {
    workspace.after("start implement/auth", "start implement/other");
    workspace.scratch().write(".tidemark/workflows/broken.yaml", "phases: [a\n<<<<<<< HEAD\n");
    return workspace.after("install " + client.driver().word() + " --only hooks");
  }

  @LongProof
  @ParameterizedTest
  @EnumSource
  void brief_and_guard_are_there_in_a_linked_work_tree_wherever_the_shell_is(Client client) {
    var main = Workspace.in(temp);
    main.scratch().git("worktree", "add", "-q", "../tree");
    // Codex reads the hooks of the main work tree.
    main.after("install " + client.driver().word() + " --only hooks");
    var tree = busy(main.at(main.root().resolveSibling("tree")), client);
    var driver = client.driver();
    var settings = tree.root().resolve(".tidemark/workflows/other.yaml");
    var script =
        Script.begin()
            .call("cd", driver.shell("cd /tmp && pwd"))
            .call("rm", driver.shell("cd /tmp; rm -rf " + main.root() + "/.git/tidemark"))
            .call("write", driver.write(settings, "phases: [ship]"))
            .say(Lab.ANSWER);

    var session = Session.run(client, tree, "Continue with implement/auth.", script);

    assertThat(session.first().text()).contains(RUN);
    for (var call : List.of("rm", "write")) {
      assertThat(session.result(call)).as(call).contains(Observations.GUARD);
    }
    assertThat(settings).doesNotExist();
    assertThat(tree.tidemark("list").out()).contains("implement/auth");
  }

  @Test
  void claude_code_takes_its_hooks_to_the_work_trees_that_it_makes() {
    var client = Client.CLAUDE_CODE;
    var workspace = Workspace.in(temp).withRun().after("install claude-code");
    var driver = client.driver();
    var script =
        Script.begin()
            .call("rm", driver.shell("rm -rf " + workspace.root() + "/.git/tidemark"))
            .say(Lab.ANSWER);

    var session = Session.run(client, workspace, "Go on", List.of("-w", "wt1"), script);

    assertThat(workspace.root().resolve(".claude/worktrees/wt1/README.md")).exists();
    assertThat(session.first().text()).contains("implement/auth");
    assertThat(session.result("rm")).contains(Observations.GUARD);
  }

  @LongProof
  @ParameterizedTest
  @EnumSource
  void without_the_program_nothing_is_blocked(Client client) throws IOException {
    var workspace = Workspace.in(temp).withRun().after("install " + client.driver().word());
    var program = Installation.tidemark().toString();
    for (var file : workspace.files().entrySet()) {
      if (file.getValue().contains(program)) {
        var gone = file.getValue().replace(program, "/nonexistent/tidemark");
        Files.writeString(workspace.root().resolve(file.getKey()), gone, UTF_8);
      }
    }
    var driver = client.driver();
    var file = workspace.root().resolve("src/b.ts");
    var script =
        Script.begin()
            .call("copy", driver.shell("cp README.md copy.md"))
            .call("write", driver.write(file, "b"))
            .say(Lab.ANSWER);

    var session = Session.run(client, workspace.withoutTidemark(), "Which is it?", script);

    assertThat(session.ran().exit()).as(session.ran().toString()).isZero();
    assertThat(session.answer()).contains(Lab.ANSWER);
    // Under load Qwen Code's terminal loses what a command prints: only a file proves that it ran.
    assertThat(workspace.root().resolve("copy.md")).as(session.result("copy")).exists();
    assertThat(file).exists();
  }

  /// The others have no way to block a tool whose hook does not answer in time; nine of their ten
  /// seconds leave them one.
  @LongProof
  @ParameterizedTest
  @EnumSource(names = {"CLAUDE_CODE", "OPENCODE"})
  void a_hook_that_is_stopped_for_nine_seconds_does_not_open(Client client) throws IOException {
    var workspace = Workspace.in(temp).withRun();
    workspace.after("install " + client.driver().word() + " --only hooks");
    var program = Installation.tidemark().toString();
    var stopping = temp.resolve("tidemark");
    Files.writeString(
        stopping,
        """
        #!/bin/sh
        case $3 in
          PreToolUse | tool.execute.before) ;;
          *) exec '%1$s' "$@" ;;
        esac
        exec 3<&0
        '%1$s' "$@" <&3 &
        kill -STOP $!
        sleep 9
        kill -CONT $!
        wait $!
        """
            .formatted(program));
    Files.setPosixFilePermissions(stopping, PosixFilePermissions.fromString("rwx------"));
    for (var file : workspace.files().entrySet()) {
      if (file.getValue().contains(program)) {
        var slow = file.getValue().replace(program, stopping.toString());
        Files.writeString(workspace.root().resolve(file.getKey()), slow, UTF_8);
      }
    }
    var driver = client.driver();
    var script = Script.begin().call("rm", driver.shell("rm -rf .git/tidemark")).say(Lab.ANSWER);

    var session = Session.run(client, workspace, "Go on", script);

    assertThat(session.result("rm")).doesNotContain("no result");
    assertThat(workspace.tidemark("list").out()).contains("implement/auth");
  }
}
