package dev.tidemark.app.hook.event;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Coding agents with supported hooks.
public enum Agent {
  /// Claude Code.
  CLAUDE_CODE("claude-code", "claude-code"),
  /// Codex CLI; its answers are read strictly, an unknown key makes them invalid.
  CODEX("codex", "codex"),
  /// Gemini CLI; counts time in milliseconds and takes nothing but JSON.
  GEMINI("gemini", "gemini-cli"),
  /// Cursor.
  CURSOR("cursor", "cursor"),
  /// OpenCode, whose plugin file calls this program; both sides of that protocol are defined here.
  OPENCODE("opencode", "opencode");

  private final String word;
  private final String actor;

  Agent(String word, String actor) {
    this.word = word;
    this.actor = actor;
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
}
