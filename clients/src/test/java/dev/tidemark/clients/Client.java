package dev.tidemark.clients;

/// The clients that are driven.
enum Client {
  CLAUDE_CODE("Claude Code", "claude-code", new ClaudeCode()),
  CODEX("Codex", "codex", new Codex()),
  GEMINI("Gemini CLI", "gemini-cli", new GeminiCli()),
  OPENCODE("OpenCode", "opencode", new OpenCode()),
  QWEN("Qwen Code", "qwen-code", new QwenCode());

  private final String title;
  private final String actor;
  private final Driver driver;

  Client(String title, String actor, Driver driver) {
    this.title = title;
    this.actor = actor;
    this.driver = driver;
  }

  /// Returns what the journal calls it.
  String actor() {
    return actor;
  }

  Driver driver() {
    return driver;
  }

  @Override
  public String toString() {
    return title;
  }
}
