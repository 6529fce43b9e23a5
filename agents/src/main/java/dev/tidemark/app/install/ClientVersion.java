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
  /// The first version of Claude Code that blocks a tool whose guard fails.
  static final ClientVersion BLOCKING = new ClientVersion(2, 1, 330);

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");

  /// Returns the version of Claude Code here if it lets a tool act whose guard fails; null if it
  /// blocks the tool, or is unknown.
  static @Nullable ClientVersion tooOldToBlock(Map<String, String> environment) {
    var version = installed(Agent.CLAUDE_CODE, environment);
    return version != null && version.compareTo(BLOCKING) < 0 ? version : null;
  }

  /// Returns the name of the agent's program whose version matters; null for other agents.
  static @Nullable String program(Agent agent) {
    return switch (agent) {
      case CLAUDE_CODE -> "claude";
      case CODEX -> "codex";
      case GEMINI, CURSOR, OPENCODE, QWEN -> null;
    };
  }

  /// Returns the version of the agent's program here; null if it is unknown, or irrelevant.
  static @Nullable ClientVersion installed(Agent agent, Map<String, String> environment) {
    var name = program(agent);
    if (name == null) {
      return null;
    }
    var words = List.of(name, "--version");
    var ended = ClientProcess.run(words, Path.of("").toAbsolutePath(), environment);
    return ended != null && ended.exit() == 0 ? of(ended.text()) : null;
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
}
