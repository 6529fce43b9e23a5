package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs that coding agents call automatically, and the one that installs them.
final class AgentVerbs {
  private static final Values AGENTS =
      Values.oneOf("claude-code", "codex", "gemini", "cursor", "opencode");

  private AgentVerbs() {}

  static Verb hook() {
    return new Verb(
        "hook",
        Group.AGENTS,
        WRITES,
        "answer an event of a coding agent",
        List.of(
            Argument.required("AGENT", AGENTS, "whose event it is"),
            Argument.required("EVENT", Values.NAME, "what the agent calls it")),
        List.of(),
        List.of(
            new Example("tidemark hook claude-code SessionStart", "called by the agent"),
            new Example("tidemark hook claude-code PreCompact --dry-run", "and record nothing")));
  }

  static Verb statusline() {
    return new Verb(
        "statusline",
        Group.AGENTS,
        WRITES,
        "print a line for the status line of a coding agent",
        List.of(),
        List.of(
            Option.value(
                "then", "COMMAND", Values.TEXT, "the status line before: its line stands above")),
        List.of(
            new Example("tidemark statusline", "called by the agent"),
            new Example("tidemark statusline --then ccstatusline", "below another line")));
  }

  static Verb install() {
    return new Verb(
        "install",
        Group.AGENTS,
        WRITES,
        "connect a coding agent: hooks, MCP, skill, instructions",
        List.of(Argument.required("AGENT", AGENTS, "which one")),
        List.of(
            Option.flag("user", "for all projects of the user, not for this one"),
            Option.flag("uninstall", "take out what was put in, and nothing else"),
            Option.value(
                "only",
                "PART",
                Values.oneOf("hooks", "statusline", "mcp", "skill", "instructions"),
                "this part and no other")),
        List.of(
            new Example("tidemark install claude-code --dry-run", "show what would change"),
            new Example("tidemark install claude-code", "in this project"),
            new Example("tidemark install gemini --user --uninstall", "out of all projects")));
  }
}
