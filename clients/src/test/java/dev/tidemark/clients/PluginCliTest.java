package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The plugin of Claude Code, judged by the client's own command line.
class PluginCliTest {
  private static final String INSTALL =
      "Unpack Tidemark, put bin/tidemark on the PATH or name it in TIDEMARK_BIN";

  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"plugins/claude-code", "plugins/claude-code/tidemark"})
  void plugin_and_marketplace_pass_the_strict_validation(String folder) {
    var ran = validate(Repository.root().resolve(folder));

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("Validation passed").doesNotContain("warning");
  }

  @Test
  void a_manifest_that_lacks_its_name_does_not() {
    var workspace = Workspace.in(temp);
    workspace.scratch().write(".claude-plugin/plugin.json", "{}\n");

    assertThat(validate(workspace.root()).exit()).isNotZero();
  }

  @LongProof
  @Test
  void without_the_program_a_session_goes_on_and_says_how_to_install_it() {
    var workspace = workspaceWithPlugin().after("start implement/auth");

    var session = sessionWithoutProgram(workspace);

    assertThat(session.ran().exit()).isZero();
    assertThat(session.ran().out()).contains("\"result\":\"" + Lab.ANSWER + '"', INSTALL);
    assertThat(session.result("read")).contains("# Demo");
    assertThat(workspace.root().resolve("src/b.ts")).exists();
  }

  private Workspace workspaceWithPlugin() {
    Installation.assume();
    for (var place : List.of("/usr/local/bin/tidemark", "/opt/tidemark/bin/tidemark")) {
      Assumptions.assumeFalse(Files.exists(Path.of(place)), "the plugin finds " + place);
    }
    var workspace = Workspace.in(temp);
    Lab.addPlugin(workspace);
    return workspace.withoutTidemark();
  }

  /// Runs a session that prints what hooks tell the user.
  private static Session sessionWithoutProgram(Workspace workspace) {
    var driver = Client.CLAUDE_CODE.driver();
    var script =
        Script.begin()
            .call("read", driver.shell("cat README.md"))
            .call("write", driver.write(workspace.root().resolve("src/b.ts"), "b"))
            .say(Lab.ANSWER);
    var options = List.of("--output-format", "stream-json", "--verbose");
    return Session.run(Client.CLAUDE_CODE, workspace, "Hello", options, script);
  }

  private Ran validate(Path folder) {
    Installation.assume();
    var workspace = Workspace.in(temp.resolve("validation"));
    var claude = Installation.program("claude").toString();
    var words = List.of(claude, "plugin", "validate", "--strict", folder.toString());
    return workspace.run(words, workspace.environment());
  }
}
