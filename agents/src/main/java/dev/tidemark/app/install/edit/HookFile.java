package dev.tidemark.app.install.edit;

import dev.tidemark.app.hook.event.Agent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Target file: the settings file of an agent that holds its hooks.
///
/// In a project, that of Claude Code is the one that is not shared: it names this machine's
/// program.
///
/// @param agent the agent of the file
/// @param file where it is
/// @param user whether it holds for all projects of the user
public record HookFile(Agent agent, Path file, boolean user) {
  public static HookFile project(Agent agent, Path root) {
    return new HookFile(
        agent,
        root.resolve(
            switch (agent) {
              case CLAUDE_CODE -> ".claude/settings.local.json";
              case CODEX -> ".codex/hooks.json";
              case GEMINI -> ".gemini/settings.json";
              case CURSOR -> ".cursor/hooks.json";
              case OPENCODE -> ".opencode/plugins/tidemark.js";
              case QWEN -> ".qwen/settings.json";
            }),
        false);
  }

  public static HookFile user(Agent agent, Path home, Map<String, String> environment) {
    return new HookFile(
        agent,
        switch (agent) {
          case CLAUDE_CODE -> claudeOfUser(home, environment);
          case CODEX ->
              folder(environment, "CODEX_HOME", home.resolve(".codex")).resolve("hooks.json");
          case GEMINI -> home.resolve(".gemini/settings.json");
          case CURSOR -> home.resolve(".cursor/hooks.json");
          case OPENCODE ->
              folder(environment, "XDG_CONFIG_HOME", home.resolve(".config"))
                  .resolve("opencode/plugins/tidemark.js");
          case QWEN ->
              folder(environment, "QWEN_HOME", home.resolve(".qwen")).resolve("settings.json");
        },
        true);
  }

  /// Returns the settings of Claude Code that hold for all projects of the user.
  public static Path claudeOfUser(Path home, Map<String, String> environment) {
    return folder(environment, "CLAUDE_CONFIG_DIR", home.resolve(".claude"))
        .resolve("settings.json");
  }

  private static Path folder(Map<String, String> environment, String variable, Path usual) {
    var named = environment.get(variable);
    return named == null || named.isEmpty() ? usual : usual.resolveSibling(Path.of(named));
  }

  /// Returns whether the agent reads comments in this file.
  public boolean hasComments() {
    return agent != Agent.CODEX && agent != Agent.OPENCODE;
  }

  /// Returns the remaining steps and information for the user.
  ///
  /// @param program the program as a word of a shell
  public List<String> advice(String program) {
    return switch (agent) {
      case CLAUDE_CODE ->
          user
              ? List.of(
                  "MCP tools: claude mcp add --scope user tidemark -- " + program + " mcp",
                  "sessions that are open keep the hooks they began with")
              : List.of("sessions that are open keep the hooks they began with");
      case CODEX -> List.of("Codex runs a new hook only once it is trusted: /hooks in Codex");
      case GEMINI, QWEN -> List.of();
      case CURSOR -> List.of("open a new chat; cloud agents run no hook at the start of a session");
      case OPENCODE -> List.of("OpenCode loads plugins when it starts: start it anew");
    };
  }
}
