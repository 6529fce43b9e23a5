package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The plugin of Claude Code, judged by the client's own command line.
class PluginCliTest {
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

  private Ran validate(Path folder) {
    Installation.assume();
    var workspace = Workspace.in(temp.resolve("validation"));
    var claude = Installation.program("claude").toString();
    var words = List.of(claude, "plugin", "validate", "--strict", folder.toString());
    return workspace.run(words, workspace.environment());
  }
}
