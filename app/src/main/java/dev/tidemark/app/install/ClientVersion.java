package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.hook.Agent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
  private static final long PATIENCE_SECONDS = 20;

  /// Returns whether the agent's program here calls an MCP server for its hooks. Where the version
  /// cannot be told, it does not.
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

  /// Returns the version of the agent's program here if it is older than the one that is needed;
  /// null if it is not, or cannot be told.
  static @Nullable ClientVersion tooOld(Agent agent, Map<String, String> environment) {
    var needed = needed(agent);
    if (needed == null) {
      return null;
    }
    var version = installed(agent, environment);
    return version != null && version.compareTo(needed) < 0 ? version : null;
  }

  private static @Nullable ClientVersion installed(Agent agent, Map<String, String> environment) {
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
    var program = onPath(name, environment.getOrDefault("PATH", ""));
    if (program == null) {
      return null;
    }
    Path out = null;
    try {
      out = Files.createTempFile("tidemark-version-", ".txt");
      var builder = new ProcessBuilder(program.toString(), "--version");
      builder.environment().clear();
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true).redirectOutput(out.toFile());
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return null;
      }
      return process.exitValue() == 0 ? of(Files.readString(out, UTF_8)) : null;
    } catch (IOException unknown) {
      return null;
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (out != null) {
        out.toFile().delete();
      }
    }
  }

  private static @Nullable Path onPath(String name, String path) {
    for (var folder : path.split(File.pathSeparator, -1)) {
      try {
        var program = Path.of(folder, name);
        if (program.isAbsolute() && Files.isExecutable(program)) {
          return program;
        }
      } catch (InvalidPathException none) {
        // As everywhere, an entry that names no folder counts for nothing.
      }
    }
    return null;
  }
}
