package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A coding agent without a model: sends the events of a session as that agent words them, and
/// reads the answers as its documentation says it does.
final class AgentClient {

  private final Agent agent;
  private final Reading reading;
  private final CommandLineHarness shell;
  private final BiFunction<CommandLineHarness, String, Ran> runner;
  private final Set<String> sent = new TreeSet<>();

  /// @param runner runs a line: in this process, or as one of its own
  AgentClient(
      Agent agent, CommandLineHarness shell, BiFunction<CommandLineHarness, String, Ran> runner) {
    this.agent = agent;
    this.reading = new Reading(agent);
    this.shell = shell;
    this.runner = runner;
  }

  /// Returns the events that were sent so far.
  Set<String> sent() {
    return Set.copyOf(sent);
  }

  /// Begins a session and returns what the model is told.
  String start() {
    return reading.context(
        send(
            switch (agent) {
              case CLAUDE_CODE -> "SessionStart-startup";
              case CODEX, GEMINI, QWEN -> "SessionStart";
              case CURSOR -> "sessionStart";
              case OPENCODE -> "session.created";
            }));
  }

  /// Compacts the conversation and returns what the model is told afterwards. Where an agent has no
  /// event after a compaction, that is what a new session is told.
  String compact() {
    var before =
        switch (agent) {
          case CLAUDE_CODE, CODEX, QWEN -> send("PreCompact");
          case GEMINI -> send("PreCompress", "auto", "manual");
          case CURSOR -> send("preCompact");
          case OPENCODE -> send("session.compacting");
        };
    assertThat(reading.blocks(before)).as("a compaction is never blocked").isFalse();
    return switch (agent) {
      case CLAUDE_CODE, CODEX, QWEN -> reading.context(send("SessionStart-compact"));
      case OPENCODE -> reading.context(send("session.compacted"));
      case GEMINI, CURSOR -> start();
    };
  }

  /// Types a prompt; returns why it did not reach the model, or null if it did.
  @Nullable String type(String prompt) {
    if (isLikeClaudeCode() && prompt.startsWith("/")) {
      var name = prompt.substring(1);
      var refusal = reading.refusal(send("UserPromptExpansion", "vt-c-5-finalize", name));
      assertThat(refusal)
          .isEqualTo(reading.refusal(send("UserPromptSubmit", "Please go on", prompt)));
      return refusal;
    }
    if (agent == Agent.OPENCODE && prompt.startsWith("/")) {
      var name = prompt.substring(1);
      var refusal = reading.refusal(send("command.execute.before", "vt-c-5-finalize", name));
      assertThat(refusal).isEqualTo(reading.refusal(send("chat.message", "Please go on", prompt)));
      return refusal;
    }
    return reading.refusal(send(prompted(), "Please go on", prompt));
  }

  /// Uses the tool that writes a file; returns why it was not let, or null if it was.
  @Nullable String write(String file) {
    var name =
        switch (agent) {
          case CLAUDE_CODE, QWEN -> "PreToolUse-write-journal";
          case CODEX -> "PreToolUse-patch-journal";
          case GEMINI -> "BeforeTool-write-journal";
          case CURSOR -> "preToolUse-journal";
          case OPENCODE -> "tool.execute.before-journal";
        };
    return reading.refusal(send(name, ".tidemark/journal/x", file));
  }

  /// Types a prompt that is no command; returns the whole answer.
  Ran says(String prompt) {
    return send(prompted(), "Please go on", prompt);
  }

  private String prompted() {
    return switch (agent) {
      case CLAUDE_CODE, CODEX, QWEN -> "UserPromptSubmit";
      case GEMINI -> "BeforeAgent";
      case CURSOR -> "beforeSubmitPrompt";
      case OPENCODE -> "chat.message";
    };
  }

  /// Ends the turn: the agent rests, and nothing is said. In Claude Code and Qwen Code the provider
  /// has ended a turn before.
  void stop() {
    if (isLikeClaudeCode()) {
      assertThat(send("StopFailure").out()).isEmpty();
    }
    var ran =
        send(
            switch (agent) {
              case CLAUDE_CODE, CODEX, QWEN -> "Stop";
              case GEMINI -> "AfterAgent";
              case CURSOR -> "stop";
              case OPENCODE -> "session.idle";
            });
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isIn("", "{}\n");
  }

  /// Ends the session, where the agent has an event for that.
  void end() {
    switch (agent) {
      case CLAUDE_CODE, CODEX, GEMINI, QWEN ->
          assertThat(reading.blocks(send("SessionEnd"))).isFalse();
      case CURSOR -> assertThat(reading.blocks(send("sessionEnd"))).isFalse();
      case OPENCODE -> assertThat(reading.blocks(send("session.deleted"))).isFalse();
    }
  }

  /// Runs a command in the agent's shell, where it is recognised by its environment; the guard
  /// before tools must have let it.
  Ran run(String line) {
    var name =
        switch (agent) {
          case CLAUDE_CODE, CODEX, QWEN -> "PreToolUse-shell";
          case GEMINI -> "BeforeTool-shell";
          case CURSOR -> "beforeShellExecution";
          case OPENCODE -> "tool.execute.before-shell";
        };
    assertThat(reading.refusal(send(name, "npm test", "tidemark " + line))).as(line).isNull();
    return runner.apply(environment(), line);
  }

  /// Lets the guard before tools look at a call of our own server, which must be let.
  void callsServer() {
    var name =
        switch (agent) {
          case CLAUDE_CODE, CODEX, QWEN -> "PreToolUse-mcp";
          case GEMINI -> "BeforeTool-mcp";
          case CURSOR -> "beforeMCPExecution";
          case OPENCODE -> "tool.execute.before-mcp";
        };
    assertThat(reading.refusal(send(name))).isNull();
  }

  /// Returns the shell that the agent gives to its commands and servers.
  CommandLineHarness environment() {
    var variable =
        switch (agent) {
          case CLAUDE_CODE -> "CLAUDECODE";
          case CODEX -> "CODEX_SANDBOX";
          case GEMINI -> "GEMINI_CLI";
          case CURSOR -> "CURSOR_AGENT";
          case OPENCODE -> "OPENCODE";
          case QWEN -> "QWEN_CODE";
        };
    return shell.with(variable, "1");
  }

  private boolean isLikeClaudeCode() {
    return agent == Agent.CLAUDE_CODE || agent == Agent.QWEN;
  }

  private Ran send(String name) {
    return send(name, "", "");
  }

  private Ran send(String name, String placeholder, String text) {
    var fixture = Fixture.of(agent, name);
    var event = fixture.text(shell.folder());
    assertThat(event).contains(placeholder);
    var input = placeholder.isEmpty() ? event : event.replace(placeholder, text);
    var ran = runner.apply(shell.given(input), "hook " + agent.word() + " " + fixture.event());
    sent.add(fixture.event());
    assertThat(ran.exit()).as("%s %s: %s", agent, name, ran).isIn(0, 2);
    if (!ran.out().isEmpty()) {
      Contracts.check(agent, fixture.event(), ran);
    }
    return ran;
  }
}
