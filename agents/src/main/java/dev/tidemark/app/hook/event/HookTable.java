package dev.tidemark.app.hook.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hook table: the meaning of each event of each agent, as data: the one source of answering,
/// installing, the plugin and its documentation.
///
/// Gates and tools are waited for longest: an agent that runs out of patience lets the tool act.
public final class HookTable {
  private static final int SOON = 5;

  /// Codex limits the hook of a session's end to three seconds, independent of the requested
  /// timeout.
  private static final int CODEX_END = 3;

  private static final int PATIENT = 10;
  private static final String ALL = "";

  private HookTable() {}

  /// Returns the row of an event; null where the agent's event is nothing to us.
  public static @Nullable Hook find(Agent agent, String event) {
    var rows = of(agent);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).event().equals(event)) {
        return rows.get(i);
      }
    }
    return null;
  }

  /// Returns the rows of an agent, in the order of a session.
  public static List<Hook> of(Agent agent) {
    return switch (agent) {
      case CLAUDE_CODE -> claude();
      case CODEX -> codex();
      case GEMINI -> gemini();
      case CURSOR -> cursor();
      case OPENCODE -> opencode();
      case QWEN -> qwen();
    };
  }

  private static List<Hook> claude() {
    var agent = Agent.CLAUDE_CODE;
    return List.of(
        new Hook(
            agent,
            "SessionStart",
            HookEvent.SESSION_START,
            "startup|resume|clear|compact|fork",
            PATIENT),
        new Hook(agent, "UserPromptExpansion", HookEvent.COMMAND, ALL, PATIENT),
        new Hook(agent, "UserPromptSubmit", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(
            agent,
            "PreToolUse",
            HookEvent.TOOL,
            "^(Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|Skill|SlashCommand|mcp__.*)$",
            PATIENT),
        new Hook(agent, "PreCompact", HookEvent.COMPACTION, "manual|auto", SOON),
        new Hook(agent, "Stop", HookEvent.STOP, ALL, SOON),
        // In place of Stop where the provider ended the turn.
        new Hook(agent, "StopFailure", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "SessionEnd", HookEvent.SESSION_END, ALL, SOON));
  }

  private static List<Hook> codex() {
    var agent = Agent.CODEX;
    return List.of(
        new Hook(
            agent,
            "SessionStart",
            HookEvent.SESSION_START,
            "startup|resume|clear|compact",
            PATIENT),
        new Hook(agent, "UserPromptSubmit", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(
            agent,
            "PreToolUse",
            HookEvent.TOOL,
            "^(Bash|shell|exec_command|apply_patch|Edit|Write|mcp__.*)$",
            PATIENT),
        new Hook(agent, "PreCompact", HookEvent.COMPACTION, "manual|auto", SOON),
        new Hook(agent, "Stop", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "SessionEnd", HookEvent.SESSION_END, ALL, CODEX_END));
  }

  private static List<Hook> gemini() {
    var agent = Agent.GEMINI;
    return List.of(
        new Hook(agent, "SessionStart", HookEvent.SESSION_START, ALL, PATIENT),
        new Hook(agent, "BeforeAgent", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(
            agent,
            "BeforeTool",
            HookEvent.TOOL,
            "^(run_shell_command|replace|edit|write_file|activate_skill|mcp_.*)$",
            PATIENT),
        new Hook(agent, "AfterAgent", HookEvent.STOP, ALL, SOON),
        // With `auto` it comes before every request to the model, whether or not it compresses.
        new Hook(agent, "PreCompress", HookEvent.COMPACTION, "manual", SOON),
        new Hook(agent, "SessionEnd", HookEvent.SESSION_END, ALL, SOON));
  }

  private static List<Hook> cursor() {
    var agent = Agent.CURSOR;
    return List.of(
        new Hook(agent, "sessionStart", HookEvent.SESSION_START, ALL, PATIENT),
        new Hook(agent, "beforeSubmitPrompt", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(agent, "beforeShellExecution", HookEvent.TOOL, ALL, PATIENT),
        new Hook(agent, "beforeMCPExecution", HookEvent.TOOL, ALL, PATIENT),
        new Hook(
            agent,
            "preToolUse",
            HookEvent.TOOL,
            "Write|Edit|MultiEdit|StrReplace|ApplyPatch|Delete|EditNotebook",
            PATIENT),
        new Hook(agent, "preCompact", HookEvent.COMPACTION, ALL, SOON),
        new Hook(agent, "stop", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "sessionEnd", HookEvent.SESSION_END, ALL, SOON));
  }

  private static List<Hook> opencode() {
    var agent = Agent.OPENCODE;
    return List.of(
        new Hook(agent, "session.created", HookEvent.SESSION_START, ALL, PATIENT),
        new Hook(agent, "command.execute.before", HookEvent.COMMAND, ALL, PATIENT),
        new Hook(agent, "chat.message", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(agent, "tool.execute.before", HookEvent.TOOL, ALL, PATIENT),
        new Hook(agent, "session.compacting", HookEvent.COMPACTION, ALL, SOON),
        new Hook(agent, "session.compacted", HookEvent.SESSION_START, ALL, PATIENT),
        new Hook(agent, "session.idle", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "session.deleted", HookEvent.SESSION_END, ALL, SOON));
  }

  private static List<Hook> qwen() {
    var agent = Agent.QWEN;
    return List.of(
        new Hook(agent, "SessionStart", HookEvent.SESSION_START, ALL, PATIENT),
        new Hook(agent, "UserPromptExpansion", HookEvent.COMMAND, ALL, PATIENT),
        new Hook(agent, "UserPromptSubmit", HookEvent.PROMPT, ALL, PATIENT),
        new Hook(
            agent,
            "PreToolUse",
            HookEvent.TOOL,
            "^(run_shell_command|monitor|edit|write_file|notebook_edit|skill|mcp__.*)$",
            PATIENT),
        new Hook(agent, "PreCompact", HookEvent.COMPACTION, ALL, SOON),
        new Hook(agent, "Stop", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "StopFailure", HookEvent.STOP, ALL, SOON),
        new Hook(agent, "SessionEnd", HookEvent.SESSION_END, ALL, SOON));
  }
}
