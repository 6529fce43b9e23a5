package dev.tidemark.app.hook;

/// What an agent's event is to us, whatever the agent calls it.
public enum Moment {
  /// A session begins or goes on: it is told where the work stands.
  SESSION_START,
  /// The user typed a command: a closed gate stops it, a full context is warned of.
  COMMAND,
  /// The user said something, which may be a command.
  PROMPT,
  /// A tool is about to act: what a gate lives on is not the tool's to change.
  TOOL,
  /// Tools have acted: a context that fills up is warned of, once.
  TOOLS_DONE,
  /// The conversation is about to be cut: the journal keeps where the session stood.
  COMPACTION,
  /// A sub-agent is done: it may have made something worth recording.
  SUBAGENT_STOP,
  /// The agent's turn is over: an open phase is remembered, once.
  STOP,
  /// The session ends: the journal keeps where it stood.
  SESSION_END,
  /// A watched file was changed by whomever: an edit behind the journal's back is told.
  FILE_CHANGED
}
