package dev.tidemark.app.install;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.MarkedBlock;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Acceptance check of Codex's configuration by Codex itself: `codex mcp get tidemark` finds the
/// MCP server only where Codex reads the file that names it. In a folder that the user has not
/// trusted Codex reads neither the configuration nor the hooks.
final class CodexCheck {
  /// The code of a folder that the user has to trust first.
  static final String FOLDER_UNTRUSTED = "folder-untrusted";

  private static final List<String> SERVER = List.of("codex", "mcp", "get", "tidemark");
  private static final List<String> FEATURES = List.of("codex", "features", "list");

  private CodexCheck() {}

  /// Returns why Codex does not read the installed configuration; null if it does, if the
  /// configuration has no server of this program, or if Codex is not installed.
  ///
  /// @param hookFile the file that holds the hooks
  /// @param root where Codex is started
  /// @param environment the variables that it is started with
  /// @throws IOException if the configuration cannot be read
  static @Nullable Obstacle of(HookFile hookFile, Path root, Map<String, String> environment)
      throws IOException {
    var file = hookFile.file().resolveSibling("config.toml");
    var text = Files.isRegularFile(file) ? BoundedFile.text(file) : "";
    if (text.equals(MarkedBlock.TOML.without(text))
        || !ClientVersion.callsServers(Agent.CODEX, environment)) {
      return null;
    }
    var server = ClientProcess.run(SERVER, root, environment);
    if (server == null || server.exit() == 0) {
      return null;
    }
    var features = ClientProcess.run(FEATURES, root, environment);
    if (features != null && features.exit() != 0) {
      return new Obstacle(
          "client-config-broken",
          "Codex cannot read its configuration: codex features list ended with "
              + features.exit()
              + " in "
              + root,
          "See its error: codex features list");
    }
    return new Obstacle(
        FOLDER_UNTRUSTED,
        "Codex does not find the MCP server of "
            + file
            + ", because it does not trust "
            + root
            + "; it runs no hook of this folder either",
        "Start codex there and trust the folder, or once: codex exec --trust");
  }
}
