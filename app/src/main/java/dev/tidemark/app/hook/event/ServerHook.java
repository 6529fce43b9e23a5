package dev.tidemark.app.hook.event;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `mcp_tool` form of a hook: the client calls a tool of the MCP server that it already runs,
/// in place of a new process for each event.
///
/// The client fills the payload of the event into a template. Codex skips a hook whose template
/// names a member that the payload lacks, so each template uses only members that are always
/// present.
public final class ServerHook {
  /// The type of such a handler in a settings file.
  public static final String TYPE = "mcp_tool";

  /// The name of the server in the client's settings.
  public static final String SERVER = "tidemark";

  /// The name of the tool. It is not listed, so that no model pays for it or calls it.
  public static final String TOOL = "hook";

  private static final String AGENT = "agent";
  private static final String EVENT = "event";
  private static final String SESSION = "session_id";
  private static final String FOLDER = "cwd";
  private static final String TRANSCRIPT = "transcript_path";
  private static final String PROMPT = "prompt";

  private ServerHook() {}

  /// Returns whether the agent calls a server for that event. At the start of a session the server
  /// is not connected yet, and at its end no longer.
  public static boolean isPossible(Hook hook) {
    return !members(hook).isEmpty();
  }

  /// Returns the template that the client fills in for each event.
  public static JsonObject input(Hook hook) {
    var input = JsonObject.builder().add(AGENT, hook.agent().word()).add(EVENT, hook.event());
    for (var member : members(hook)) {
      input.add(member, "${" + member + "}");
    }
    return input.build();
  }

  /// Returns the row that a call is about; null where the agent's event is nothing to us.
  public static @Nullable Hook hook(JsonObject arguments) {
    var word = arguments.string(AGENT);
    var agent = word == null ? null : Agent.of(word);
    var event = arguments.string(EVENT);
    return agent == null || event == null ? null : HookTable.find(agent, event);
  }

  /// Returns the arguments of the call that a client makes of a template: Codex keeps the types of
  /// values, Claude Code makes texts of them.
  ///
  /// @return null if the client skips the hook, because the payload lacks a member
  public static @Nullable JsonObject filled(Agent agent, JsonObject template, JsonObject payload) {
    var arguments = JsonObject.builder();
    for (var member : template.members()) {
      var text = member.value() instanceof JsonString string ? string.value() : "";
      if (!text.startsWith("${")) {
        arguments.add(member.key(), member.value());
        continue;
      }
      var value = payload.find(text.substring(2, text.length() - 1));
      if (agent == Agent.CODEX) {
        if (value == null) {
          return null;
        }
        arguments.add(member.key(), value);
      } else {
        arguments.add(member.key(), value == null ? "" : text(value));
      }
    }
    return arguments.build();
  }

  private static String text(Json value) {
    return value instanceof JsonString string ? string.value() : JsonText.compact(value);
  }

  private static List<String> members(Hook hook) {
    boolean codex = hook.agent() == Agent.CODEX;
    if (!codex && hook.agent() != Agent.CLAUDE_CODE) {
      return List.of();
    }
    return switch (hook.moment()) {
      case SESSION_START, SESSION_END -> List.of();
      case COMMAND -> with("command_name", "command_args", PROMPT, "prompt_id");
      case PROMPT -> with(PROMPT, codex ? "turn_id" : "prompt_id", TRANSCRIPT);
      case TOOL -> with("tool_name", "tool_input");
      case COMPACTION -> with("trigger", TRANSCRIPT);
      case STOP -> with(TRANSCRIPT);
    };
  }

  private static List<String> with(String... more) {
    var members = new ArrayList<>(List.of(SESSION, FOLDER));
    members.addAll(List.of(more));
    return members;
  }
}
