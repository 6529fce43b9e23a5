package dev.tidemark.app.settings;

import dev.tidemark.checkpoint.Actor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Actor detection from the environment variables of the process.
///
/// Only variables that an agent sets for the commands it runs count, not those that a person
/// configures an agent with. A given name never turns an agent into a person.
public final class ActorDetection {
  /// The agents, each followed by the variable of its version and by those that show it.
  private static final String[][] AGENTS = {
    {
      "claude-code",
      "",
      "CLAUDECODE",
      "CLAUDE_CODE_SESSION_ID",
      "CLAUDE_CODE_ENTRYPOINT",
      "CLAUDE_CODE_REMOTE"
    },
    {"codex", "", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"},
    {"gemini-cli", "", "GEMINI_CLI"},
    {"cursor", "CURSOR_VERSION", "CURSOR_AGENT", "CURSOR_PROJECT_DIR"},
    {"opencode", "", "OPENCODE", "OPENCODE_CLIENT", "OPENCODE_SESSION_ID"},
    {"copilot-cli", "", "COPILOT_CLI"},
    {"qwen-code", "", "QWEN_CODE"},
  };

  /// The tools that run commands by themselves, in the same form.
  private static final String[][] TOOLS = {
    {"github-actions", "", "GITHUB_ACTIONS"}, {"gitlab-ci", "", "GITLAB_CI"}, {"ci", "", "CI"},
  };

  private ActorDetection() {}

  /// Returns the actor.
  ///
  /// @param said the user's name of the actor; absent for detection
  public static Actor recognise(Map<String, String> environment, @Nullable String said) {
    var kind = Actor.Kind.AGENT;
    var row = shown(AGENTS, environment);
    var general = environment.getOrDefault("AI_AGENT", "");
    if (row == null && general.isBlank()) {
      row = shown(TOOLS, environment);
      kind = row == null ? Actor.Kind.PERSON : Actor.Kind.TOOL;
    }
    var recognised = row != null ? row[0] : general.isBlank() ? null : word(general, 0);
    var name = said != null && !said.isBlank() ? said.strip() : recognised;
    if (name == null) {
      name = login(environment);
    }
    if (isAgent(name)) {
      kind = Actor.Kind.AGENT;
    }
    var version = name.equals(recognised) ? version(row, name, environment) : null;
    return new Actor(kind, name, version, ThisProcess.machine(environment), ThisProcess.number());
  }

  /// Returns whether a variable tells which agent a process belongs to, or its version.
  public static boolean tells(String variable) {
    for (var row : AGENTS) {
      for (int i = 1; i < row.length; i++) {
        if (row[i].equals(variable)) {
          return true;
        }
      }
    }
    return variable.equals("AI_AGENT");
  }

  /// Returns the environment of a process for a person of that name: without variables that
  /// identify another actor.
  public static Map<String, String> person(Map<String, String> environment, String name) {
    var own = new HashMap<>(environment);
    for (var row : AGENTS) {
      List.of(row).forEach(own::remove);
    }
    for (var row : TOOLS) {
      List.of(row).forEach(own::remove);
    }
    own.remove("AI_AGENT");
    own.put("USER", name);
    return own;
  }

  /// Returns the agent that an MCP client of that name belongs to, as its hooks call it; null if it
  /// is none of the known ones.
  public static @Nullable String client(String name) {
    for (var row : AGENTS) {
      if (name.equals(row[0]) || name.startsWith(row[0] + "-")) {
        return row[0];
      }
    }
    return null;
  }

  /// Returns the environment of a process for a program of that name.
  public static Map<String, String> agent(Map<String, String> environment, String name) {
    var own = person(environment, name);
    own.put("AI_AGENT", name.replace('@', '-').replace('/', '-'));
    return own;
  }

  /// Returns the agent that the variables of a process show; null if they show none.
  static @Nullable String agent(Map<String, String> environment) {
    var row = shown(AGENTS, environment);
    var general = environment.getOrDefault("AI_AGENT", "");
    return row != null ? row[0] : general.isBlank() ? null : word(general, 0);
  }

  /// Returns the agent that a program, or a folder in the path of a script, is named after; null if
  /// there is none. Editors that contain an agent are not meant: people work in them too.
  ///
  /// @param program whether it is the name of a program, else that of a folder
  static @Nullable String program(String name, boolean program) {
    return switch (name) {
      case "claude" -> program ? "claude-code" : null;
      case "claude-code" -> "claude-code";
      case "codex" -> "codex";
      case "gemini" -> program ? "gemini-cli" : null;
      case "gemini-cli" -> "gemini-cli";
      case "cursor-agent" -> "cursor";
      case "opencode", "opencode-ai" -> "opencode";
      case "copilot" -> program ? "copilot-cli" : null;
      case "copilot-cli" -> "copilot-cli";
      case "amp" -> program ? "amp" : null;
      case "qwen" -> program ? "qwen-code" : null;
      case "qwen-code" -> "qwen-code";
      case "aider" -> program ? "aider" : null;
      case "crush", "goose", "droid", "kimi", "auggie" -> program ? name : null;
      default -> null;
    };
  }

  /// Returns the agent that an npm package of that name with its scope is; null if it is none.
  static @Nullable String ofPackage(String name) {
    return switch (name) {
      case "@anthropic-ai/claude-code" -> "claude-code";
      case "@openai/codex" -> "codex";
      case "@google/gemini-cli" -> "gemini-cli";
      case "@github/copilot" -> "copilot-cli";
      case "@sourcegraph/amp" -> "amp";
      case "@qwen-code/qwen-code" -> "qwen-code";
      case "@augmentcode/auggie" -> "auggie";
      case "@charmland/crush" -> "crush";
      default -> null;
    };
  }

  private static String @Nullable [] shown(String[][] rows, Map<String, String> environment) {
    for (var row : rows) {
      for (int i = 2; i < row.length; i++) {
        if (isOn(environment.get(row[i]))) {
          return row;
        }
      }
    }
    return null;
  }

  private static boolean isOn(@Nullable String value) {
    return value != null && !value.isEmpty() && !value.equals("0") && !value.equals("false");
  }

  private static boolean isAgent(String name) {
    for (var row : AGENTS) {
      if (row[0].equals(name)) {
        return true;
      }
    }
    return false;
  }

  /// `AI_AGENT` holds a name and a version, as `name@version` or `name/version`.
  private static @Nullable String version(
      String @Nullable [] row, String name, Map<String, String> environment) {
    var version = row == null ? null : environment.get(row[1]);
    if (version == null) {
      var general = environment.getOrDefault("AI_AGENT", "");
      version = name.equals(word(general, 0)) ? word(general, 1) : null;
    }
    return version == null || version.isBlank() ? null : version;
  }

  private static String word(String text, int index) {
    int start = 0;
    for (int i = 0; ; i++) {
      int end = start;
      while (end < text.length() && text.charAt(end) != '@' && text.charAt(end) != '/') {
        end++;
      }
      if (i == index) {
        return text.substring(start, end).strip();
      }
      if (end == text.length()) {
        return "";
      }
      start = end + 1;
    }
  }

  private static String login(Map<String, String> environment) {
    for (var variable : new String[] {"USER", "LOGNAME", "USERNAME"}) {
      var name = environment.get(variable);
      if (name != null && !name.isBlank()) {
        return name.strip();
      }
    }
    var name = System.getProperty("user.name", "");
    return name.isBlank() || name.equals("?") ? "unknown" : name;
  }
}
