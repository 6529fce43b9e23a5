package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.Ran;
import java.util.List;

/// Which keys an agent reads in an answer. Codex drops an answer with any other; the rest is held
/// to the same, so that nothing is said that nobody hears.
final class Contracts {
  private Contracts() {}

  static void check(Agent agent, String event, Ran ran) {
    var json = ran.json();
    var keys = json.members().stream().map(member -> member.key()).toList();
    assertThat(keys).as("%s %s", agent, event).isSubsetOf(outer(agent));
    var inner = json.object("hookSpecificOutput");
    if (inner != null) {
      assertThat(inner.string("hookEventName")).isEqualTo(event);
      var names = inner.members().stream().map(member -> member.key()).toList();
      assertThat(names).as("%s %s", agent, event).isSubsetOf(inner(agent, event));
    }
    for (var member : json.members()) {
      assertThat(member.value().toString().length()).isLessThan(10_000);
    }
    if (ran.exit() == 2) {
      assertThat(ran.complaints()).as("the reason, for agents that look nowhere else").hasSize(1);
    }
  }

  private static List<String> outer(Agent agent) {
    return switch (agent) {
      case CLAUDE_CODE, CODEX, GEMINI, QWEN ->
          List.of("systemMessage", "hookSpecificOutput", "decision", "reason");
      case CURSOR ->
          List.of("continue", "permission", "user_message", "agent_message", "additional_context");
      case OPENCODE -> List.of("context", "deny", "message");
    };
  }

  private static List<String> inner(Agent agent, String event) {
    return switch (event) {
      case "PreToolUse" ->
          List.of("hookEventName", "permissionDecision", "permissionDecisionReason");
      default -> List.of("hookEventName", "additionalContext");
    };
  }
}
