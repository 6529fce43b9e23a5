package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs that coding agents call automatically, and the one that installs them.
final class AgentVerbs {
  private static final ValueKind AGENTS =
      ValueKind.oneOf("claude-code", "codex", "gemini", "cursor", "opencode");

  private AgentVerbs() {}

  static CommandSpec hook() {
    return new CommandSpec(
        "hook",
        CommandGroup.AGENTS,
        WRITES,
        "handle an event of a coding agent",
        List.of(
            Argument.required("AGENT", AGENTS, "the agent"),
            Argument.required("EVENT", ValueKind.NAME, "the agent's name for the event")),
        List.of(),
        List.of(
            new Example("tidemark hook claude-code SessionStart", "called by the agent"),
            new Example(
                "tidemark hook claude-code PreCompact --dry-run", "without recording anything")));
  }

  static CommandSpec statusline() {
    return new CommandSpec(
        "statusline",
        CommandGroup.AGENTS,
        WRITES,
        "print a line for the status line of a coding agent",
        List.of(),
        List.of(
            Option.value(
                "then",
                "COMMAND",
                ValueKind.TEXT,
                "the previous status line command, printed above")),
        List.of(
            new Example("tidemark statusline", "called by the agent"),
            new Example("tidemark statusline --then ccstatusline", "below another line")));
  }

  static CommandSpec install() {
    return new CommandSpec(
        "install",
        CommandGroup.AGENTS,
        WRITES,
        "connect a coding agent: hooks, MCP, skill, instructions",
        List.of(Argument.required("AGENT", AGENTS, "the agent")),
        List.of(
            Option.flag("user", "for all projects of the user"),
            Option.flag("uninstall", "remove what install has added"),
            Option.value(
                "only",
                "PART",
                ValueKind.oneOf("hooks", "statusline", "mcp", "skill", "instructions"),
                "this part only")),
        List.of(
            new Example("tidemark install claude-code --dry-run", "show what would change"),
            new Example("tidemark install claude-code", "in this project"),
            new Example(
                "tidemark install gemini --user --uninstall", "remove it from all projects")));
  }
}
