package dev.tidemark.app.hook.event;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Coding agents with supported hooks.
public enum Agent {
  /// Claude Code.
  CLAUDE_CODE("claude-code", "claude-code", "CLAUDE_PROJECT_DIR"),
  /// Codex CLI; its answers are read strictly, an unknown key makes them invalid.
  CODEX("codex", "codex", null),
  /// Gemini CLI; counts time in milliseconds and takes nothing but JSON.
  GEMINI("gemini", "gemini-cli", "GEMINI_PROJECT_DIR"),
  /// Cursor.
  CURSOR("cursor", "cursor", "CURSOR_PROJECT_DIR"),
  /// OpenCode, whose plugin file calls this program; both sides of that protocol are defined here.
  OPENCODE("opencode", "opencode", null),
  /// Qwen Code; the variables in which it names a folder hold that of the event.
  QWEN("qwen-code", "qwen-code", null);

  private final String word;
  private final String actor;
  private final @Nullable String folderVariable;

  Agent(String word, String actor, @Nullable String folderVariable) {
    this.word = word;
    this.actor = actor;
    this.folderVariable = folderVariable;
  }

  /// Returns the agent of that word; null where there is none.
  public static @Nullable Agent of(String word) {
    for (var agent : values()) {
      if (agent.word.equals(word)) {
        return agent;
      }
    }
    return null;
  }

  /// Returns the words of all agents.
  public static String[] words() {
    var words = new ArrayList<String>();
    for (var agent : values()) {
      words.add(agent.word);
    }
    return words.toArray(new String[0]);
  }

  /// Returns the word on our command line.
  public String word() {
    return word;
  }

  /// Returns the agent's name in histories.
  public String actor() {
    return actor;
  }

  /// Returns the variable in which the agent names the folder of the session to its hooks; null if
  /// it names none.
  @Nullable String folderVariable() {
    return folderVariable;
  }
}
