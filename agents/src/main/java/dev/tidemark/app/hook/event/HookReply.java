package dev.tidemark.app.hook.event;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import org.jspecify.annotations.Nullable;

/// Encodes an answer in the response format of each agent.
///
/// Claude Code, Codex and Qwen Code get a refusal in every form that blocks: as JSON, as the exit
/// code 2, and as the text on standard error, because each form is the only one that some version
/// reads. Gemini CLI and Cursor take it from the JSON of a hook that succeeded; Gemini CLI shows
/// the exit code 2 as a failure of the hook.
public final class HookReply {
  /// The most UTF-16 units in one text. At 10,000 agents replace a text by the beginning of a file.
  static final int TEXT_MAX = 9_900;

  private static final String REASON = "reason";
  private static final String DECISION = "decision";
  private static final String BLOCK = "block";
  private static final String CUT = "\n(cut here; `tidemark resume` shows the whole)";

  private HookReply() {}

  /// Output of a hook's process.
  ///
  /// @param exit the exit code
  /// @param out all of standard output, without its final line end
  /// @param err the line on standard error; empty for none
  public record Reply(int exit, String out, String err) {}

  /// Returns the answer as that agent reads it.
  public static Reply of(Hook hook, HookAnswer answer) {
    var refusal = cut(answer.refusal());
    var json = JsonObject.builder();
    switch (hook.agent()) {
      case CLAUDE_CODE, CODEX, QWEN -> claude(hook, answer, json);
      case GEMINI -> gemini(hook, answer, json);
      case CURSOR -> cursor(hook, answer, json);
      case OPENCODE ->
          json.addIfPresent("context", cut(answer.context()))
              .addIfPresent("deny", refusal)
              .addIfPresent("message", cut(answer.message()));
    }
    var built = json.build();
    boolean said = built.size() > 0 || hook.agent() == Agent.GEMINI || hook.agent() == Agent.CURSOR;
    var out = said ? EscapedText.json(JsonText.compact(built)) : "";
    return refusal == null || !refusesByExitCode(hook.agent())
        ? new Reply(0, out, "")
        : new Reply(2, out, refusal);
  }

  /// Returns whether a no ends with the exit code 2.
  public static boolean refusesByExitCode(Agent agent) {
    return agent == Agent.CLAUDE_CODE || agent == Agent.CODEX || agent == Agent.QWEN;
  }

  private static void claude(Hook hook, HookAnswer answer, JsonObject.Builder json) {
    var refusal = cut(answer.refusal());
    var context = cut(answer.context());
    json.addIfPresent("systemMessage", cut(answer.message()));
    if (refusal != null && hook.moment() != HookEvent.TOOL) {
      json.add(DECISION, BLOCK).add(REASON, refusal);
      return;
    }
    if (refusal == null && context == null) {
      return;
    }
    var inner = JsonObject.builder().add("hookEventName", hook.event());
    if (refusal != null) {
      inner.add("permissionDecision", "deny").add("permissionDecisionReason", refusal);
    }
    inner.addIfPresent("additionalContext", context);
    json.add("hookSpecificOutput", inner.build());
  }

  private static void gemini(Hook hook, HookAnswer answer, JsonObject.Builder json) {
    var refusal = cut(answer.refusal());
    var context = cut(answer.context());
    json.addIfPresent("systemMessage", cut(answer.message()));
    if (refusal != null) {
      json.add(DECISION, "deny").add(REASON, refusal);
    } else if (context != null) {
      var inner = JsonObject.builder().add("hookEventName", hook.event());
      json.add("hookSpecificOutput", inner.add("additionalContext", context).build());
    }
  }

  private static void cursor(Hook hook, HookAnswer answer, JsonObject.Builder json) {
    var refusal = cut(answer.refusal());
    var context = cut(answer.context());
    if (hook.moment() == HookEvent.PROMPT) {
      json.add("continue", refusal == null);
      json.addIfPresent("user_message", refusal).addIfPresent("additional_context", context);
    } else if (refusal != null) {
      json.add("permission", "deny").add("user_message", refusal).add("agent_message", refusal);
    } else {
      json.addIfPresent("additional_context", context);
    }
  }

  /// Truncates at the end of a line, with a notice: agents themselves truncate silently.
  static @Nullable String cut(@Nullable String text) {
    if (text == null || text.length() <= TEXT_MAX) {
      return text;
    }
    int room = TEXT_MAX - CUT.length();
    int end = text.lastIndexOf('\n', room);
    if (end < room / 2) {
      end = Character.isHighSurrogate(text.charAt(room - 1)) ? room - 1 : room;
    }
    return text.substring(0, end) + CUT;
  }
}
