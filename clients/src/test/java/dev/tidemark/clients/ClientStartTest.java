package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `install` and `doctor` start Claude Code and Codex with commands that only read settings, and
/// tell what these find.
class ClientStartTest {
  @TempDir private Path temp;
  private Workspace workspace;

  @BeforeEach
  void begin() {
    Installation.assume();
    workspace = Workspace.in(temp);
  }

  @LongProof
  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude --version",
        "codex --version",
        "codex mcp get tidemark",
        "codex features list"
      })
  void a_command_that_reads_settings_writes_no_file_and_needs_no_network(String line)
      throws IOException {
    workspace.after("install codex");
    trust("trusted");
    var before = files();

    var words = new ArrayList<>(List.of("unshare", "-rn"));
    words.addAll(ShellWords.of(line));
    var ran = workspace.run(words, workspace.environment());

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void the_versions_are_told() {
    for (var client : List.of(Client.CLAUDE_CODE, Client.CODEX)) {
      var driver = client.driver();
      var installed = workspace.tidemark("install " + driver.word());

      assertThat(installed.out())
          .contains("client: " + driver.word() + " " + Installation.version(driver.packageName()));
    }
  }

  @Test
  void codex_reads_nothing_in_a_folder_that_it_does_not_trust() throws IOException {
    var first = workspace.tidemark("install codex");
    assertThat(first.exit()).as(first.toString()).isZero();
    assertThat(first.err()).contains("Codex does not find the MCP server of");

    assertThat(workspace.tidemark("install codex").exit()).isEqualTo(1);
    assertThat(workspace.tidemark("doctor --json").out()).contains("\"folder-untrusted\"");

    trust("trusted");
    assertThat(workspace.tidemark("doctor --json").out()).doesNotContain("folder-untrusted");
  }

  @LongProof
  @ParameterizedTest
  @ValueSource(strings = {"trusted", "untrusted"})
  void codex_runs_hooks_in_a_folder_that_it_trusts_only(String level) {
    workspace.after("start implement/auth", "install codex");
    var setting = "projects={\"" + workspace.root() + "\"={trust_level=\"" + level + "\"}}";
    var script = Script.begin().say(Lab.ANSWER);

    var session = Session.run(Client.CODEX, workspace, "Go on", List.of("-c", setting), script);

    assertThat(session.first().text().contains("Verdict: ")).isEqualTo(level.equals("trusted"));
  }

  @LongProof
  @Test
  void codex_with_a_broken_configuration_is_named() throws IOException {
    workspace.after("install codex");
    trust("trusted\"\nx = = \"");

    assertThat(workspace.tidemark("doctor --json").out()).contains("\"client-config-broken\"");
  }

  private void trust(String level) throws IOException {
    var folder = Files.createDirectories(workspace.home().resolve(".codex"));
    Files.writeString(
        folder.resolve("config.toml"),
        "[projects.\"" + workspace.root() + "\"]\ntrust_level = \"" + level + "\"\n");
  }

  private TreeSet<String> files() throws IOException {
    try (var paths = Files.walk(temp)) {
      var found = new TreeSet<String>();
      for (var path : paths.filter(Files::isRegularFile).toList()) {
        var name = temp.relativize(path).toString();
        boolean links = name.startsWith("home/.codex/tmp/"); // as Codex makes them at every start
        if (!links && (name.startsWith("home/") || name.startsWith("project/"))) {
          found.add(name + " " + Files.size(path));
        }
      }
      return found;
    }
  }
}
