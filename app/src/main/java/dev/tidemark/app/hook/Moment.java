package dev.tidemark.app.hook;

/// Hook event kinds, independent of the agent's name for them.
public enum Moment {
  /// A session begins or goes on: it is told where the work stands.
  SESSION_START,
  /// The user typed a command: a closed gate stops it, a full context is warned of.
  COMMAND,
  /// The user said something, which may be a command.
  PROMPT,
  /// A tool is about to act: what a gate lives on is not the tool's to change.
  TOOL,
  /// The conversation is about to be cut: the journal keeps where the session stood.
  COMPACTION,
  /// The agent's turn is over: the journal keeps where it stood. Nothing is answered, because an
  /// answer would make the agent go on and replace its last message.
  STOP,
  /// The session ends: the journal keeps where it stood.
  SESSION_END;

  /// Returns whether an agent that can is told to block where the hook fails: a tool and a typed
  /// command. Not a prompt: the user needs those to find out what is wrong.
  public boolean failsClosed() {
    return this == COMMAND || this == TOOL;
  }
}
