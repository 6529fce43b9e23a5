package dev.tidemark.app.hook.event;

/// Hook event kinds, independent of the agent's name for them.
public enum HookEvent {
  /// A session begins or continues: it gets the brief.
  SESSION_START,
  /// The user typed a command: a closed gate stops it, a full context is warned of.
  COMMAND,
  /// The user sent a prompt, which may be a command.
  PROMPT,
  /// A tool is about to act: it must not change the inputs of gates.
  TOOL,
  /// The conversation is about to be cut: the journal keeps where the session stood.
  COMPACTION,
  /// The agent's turn is over: the journal keeps where it stood. The answer is empty, because any
  /// other would make the agent continue and replace its last message.
  STOP,
  /// The session ends: the journal keeps where it stood.
  SESSION_END;

  /// Returns whether the agent, if it supports that, blocks when the hook fails: a tool and a typed
  /// command. Not a prompt: the user needs those to diagnose the failure.
  public boolean failsClosed() {
    return this == COMMAND || this == TOOL;
  }
}
