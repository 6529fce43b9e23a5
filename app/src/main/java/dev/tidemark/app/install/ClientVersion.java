package dev.tidemark.app.install;

import dev.tidemark.app.hook.event.Agent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The version of an agent's program on the `PATH`, as `--version` prints it.
///
/// @param major the first number
/// @param minor the second
/// @param patch the third
record ClientVersion(int major, int minor, int patch) implements Comparable<ClientVersion> {
  /// The versions in which `mcp_tool` hooks were measured.
  private static final ClientVersion CLAUDE_CODE = new ClientVersion(2, 1, 330);

  private static final ClientVersion CODEX = new ClientVersion(0, 169, 0);

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");

  /// Returns whether the agent's program here calls an MCP server for its hooks. If the version is
  /// unknown, it does not.
  static boolean callsServers(Agent agent, Map<String, String> environment) {
    var needed = needed(agent);
    if (needed == null) {
      return false;
    }
    var version = installed(agent, environment);
    return version != null && version.compareTo(needed) >= 0;
  }

  /// Returns the first version that calls an MCP server for its hooks and blocks where a guard
  /// fails; null for an agent that never does.
  static @Nullable ClientVersion needed(Agent agent) {
    return switch (agent) {
      case CLAUDE_CODE -> CLAUDE_CODE;
      case CODEX -> CODEX;
      case GEMINI, CURSOR, OPENCODE -> null;
    };
  }

  /// Returns the version of the agent's program here if it is older than the required one; null if
  /// it is not, or unknown.
  static @Nullable ClientVersion tooOld(Agent agent, Map<String, String> environment) {
    var needed = needed(agent);
    if (needed == null) {
      return null;
    }
    var version = installed(agent, environment);
    return version != null && version.compareTo(needed) < 0 ? version : null;
  }

  /// Returns the version of the agent's program here; null if it is unknown, or irrelevant.
  static @Nullable ClientVersion installed(Agent agent, Map<String, String> environment) {
    return switch (agent) {
      case CLAUDE_CODE -> installed("claude", environment);
      case CODEX -> installed("codex", environment);
      case GEMINI, CURSOR, OPENCODE -> null;
    };
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }

  @Override
  public int compareTo(ClientVersion other) {
    int order = Integer.compare(major, other.major);
    order = order == 0 ? Integer.compare(minor, other.minor) : order;
    return order == 0 ? Integer.compare(patch, other.patch) : order;
  }

  /// Returns the version in a line such as `2.1.330 (Claude Code)`; null if there is none.
  static @Nullable ClientVersion of(String line) {
    var found = NUMBERS.matcher(line);
    return found.find()
        ? new ClientVersion(
            Integer.parseInt(found.group(1)),
            Integer.parseInt(found.group(2)),
            Integer.parseInt(found.group(3)))
        : null;
  }

  private static @Nullable ClientVersion installed(String name, Map<String, String> environment) {
    var words = List.of(name, "--version");
    var ended = ClientProcess.run(words, Path.of("").toAbsolutePath(), environment);
    return ended != null && ended.exit() == 0 ? of(ended.text()) : null;
  }
}
