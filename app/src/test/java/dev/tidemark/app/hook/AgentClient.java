package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A coding agent without a model: sends the events of a session as that agent words them, and
/// reads the answers as its documentation says it does.
final class AgentClient {
  private final Agent agent;
  private final CommandLineHarness shell;

  AgentClient(Agent agent, CommandLineHarness shell) {
    this.agent = agent;
    this.shell = shell;
  }

  /// Begins a session and returns what the model is told.
  String start() {
    return context(
        send(
            switch (agent) {
              case CLAUDE_CODE -> "SessionStart-startup";
              case CODEX, GEMINI -> "SessionStart";
              case CURSOR -> "sessionStart";
              case OPENCODE -> "session.created";
            }));
  }

  /// Compacts the conversation and returns what the model is told afterwards. Where an agent has no
  /// event after a compaction, that is what a new session is told.
  String compact() {
    var before =
        send(
            switch (agent) {
              case CLAUDE_CODE, CODEX -> "PreCompact";
              case GEMINI -> "PreCompress";
              case CURSOR -> "preCompact";
              case OPENCODE -> "session.compacting";
            });
    assertThat(blocks(before)).as("a compaction is never blocked").isFalse();
    return switch (agent) {
      case CLAUDE_CODE, CODEX -> context(send("SessionStart-compact"));
      case OPENCODE -> context(send("session.compacted"));
      case GEMINI, CURSOR -> start();
    };
  }

  /// Types a prompt; returns why it did not reach the model, or null if it did.
  @Nullable String type(String prompt) {
    var name =
        switch (agent) {
          case CLAUDE_CODE, CODEX -> "UserPromptSubmit";
          case GEMINI -> "BeforeAgent";
          case CURSOR -> "beforeSubmitPrompt";
          case OPENCODE -> "chat.message";
        };
    return refusal(send(name, "Please go on", prompt));
  }

  /// Uses the tool that writes a file; returns why it was not let, or null if it was.
  @Nullable String write(String file) {
    var name =
        switch (agent) {
          case CLAUDE_CODE -> "PreToolUse-write-journal";
          case CODEX -> "PreToolUse-patch-journal";
          case GEMINI -> "BeforeTool-write-journal";
          case CURSOR -> "preToolUse-journal";
          case OPENCODE -> "tool.execute.before-journal";
        };
    return refusal(send(name, ".tidemark/journal/x", file));
  }

  /// Ends the turn; returns what makes the agent go on, or null if it rests.
  @Nullable String stop() {
    var ran =
        send(
            switch (agent) {
              case CLAUDE_CODE, CODEX -> "Stop";
              case GEMINI -> "AfterAgent";
              case CURSOR -> "stop";
              case OPENCODE -> "session.idle";
            });
    if (ran.out().isEmpty() || ran.json().size() == 0) {
      return null;
    }
    var json = ran.json();
    var said =
        switch (agent) {
          case CLAUDE_CODE -> inner(json).string("additionalContext");
          case CODEX, GEMINI -> json.string("reason");
          case CURSOR -> json.string("followup_message");
          case OPENCODE -> json.string("context");
        };
    if (agent == Agent.CODEX) {
      assertThat(json.string("decision")).isEqualTo("block");
    }
    return said;
  }

  /// Ends the session, where the agent has an event for that.
  void end() {
    switch (agent) {
      case CLAUDE_CODE, GEMINI -> assertThat(blocks(send("SessionEnd"))).isFalse();
      case CURSOR -> assertThat(blocks(send("sessionEnd"))).isFalse();
      case OPENCODE -> assertThat(blocks(send("session.deleted"))).isFalse();
      case CODEX -> {}
    }
  }

  /// Runs a command in the agent's shell, where it is recognised by its environment.
  Ran run(String line) {
    var variable =
        switch (agent) {
          case CLAUDE_CODE -> "CLAUDECODE";
          case CODEX -> "CODEX_SANDBOX";
          case GEMINI -> "GEMINI_CLI";
          case CURSOR -> "CURSOR_AGENT";
          case OPENCODE -> "OPENCODE";
        };
    return shell.with(variable, "1").run(line);
  }

  private Ran send(String name) {
    return send(name, "", "");
  }

  private Ran send(String name, String placeholder, String text) {
    var fixture = Fixture.of(agent, name);
    var event = fixture.text(shell.folder());
    var sent = placeholder.isEmpty() ? event : event.replace(placeholder, text);
    var ran = shell.given(sent).run("hook " + agent.word() + " " + fixture.event());
    assertThat(ran.exit()).as("%s %s: %s", agent, name, ran).isIn(0, 2);
    if (!ran.out().isEmpty()) {
      Contracts.check(agent, fixture.event(), ran);
    }
    return ran;
  }

  private String context(Ran ran) {
    var json = ran.json();
    var context =
        switch (agent) {
          case CLAUDE_CODE, CODEX, GEMINI -> inner(json).string("additionalContext");
          case CURSOR -> json.string("additional_context");
          case OPENCODE -> json.string("context");
        };
    return String.valueOf(context);
  }

  private @Nullable String refusal(Ran ran) {
    if (!blocks(ran)) {
      return null;
    }
    var json = ran.json();
    return switch (agent) {
      case CLAUDE_CODE, CODEX ->
          json.has("decision")
              ? json.string("reason")
              : inner(json).string("permissionDecisionReason");
      case GEMINI -> json.string("reason");
      case CURSOR -> json.string(json.has("continue") ? "user_message" : "agent_message");
      case OPENCODE -> json.string("deny");
    };
  }

  private boolean blocks(Ran ran) {
    return switch (agent) {
      case CLAUDE_CODE, CODEX, GEMINI -> ran.exit() == 2;
      case CURSOR ->
          "deny".equals(ran.json().string("permission"))
              || ran.out().contains("\"continue\":false");
      case OPENCODE -> ran.out().contains("\"deny\"");
    };
  }

  private static JsonObject inner(JsonObject json) {
    var inner = json.object("hookSpecificOutput");
    return inner == null ? JsonObject.EMPTY : inner;
  }
}
