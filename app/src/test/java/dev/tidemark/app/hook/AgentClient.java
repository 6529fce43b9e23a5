package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(reading.blocks(before)).as("a compaction is never blocked").isFalse();
    return switch (agent) {
      case CLAUDE_CODE, CODEX -> reading.context(send("SessionStart-compact"));
      case OPENCODE -> reading.context(send("session.compacted"));
      case GEMINI, CURSOR -> start();
    };
  }

  /// Types a prompt; returns why it did not reach the model, or null if it did.
  @Nullable String type(String prompt) {
    if (agent == Agent.CLAUDE_CODE && prompt.startsWith("/")) {
      var name = prompt.substring(1);
      var refusal = reading.refusal(send("UserPromptExpansion", "vt-c-5-finalize", name));
      assertThat(refusal)
          .isEqualTo(reading.refusal(send("UserPromptSubmit", "Please go on", prompt)));
      return refusal;
    }
    var name =
        switch (agent) {
          case CLAUDE_CODE, CODEX -> "UserPromptSubmit";
          case GEMINI -> "BeforeAgent";
          case CURSOR -> "beforeSubmitPrompt";
          case OPENCODE -> "chat.message";
        };
    return reading.refusal(send(name, "Please go on", prompt));
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
    return reading.refusal(send(name, ".tidemark/journal/x", file));
  }

  /// Ends what tools did in one go, where the agent has an event for that.
  void toolsDone() {
    if (agent == Agent.CLAUDE_CODE) {
      assertThat(reading.blocks(send("PostToolBatch"))).isFalse();
    }
  }

  /// Returns whether the agent watches files for us.
  boolean isToldOfChanges() {
    return agent == Agent.CLAUDE_CODE;
  }

  /// A file that the agent watches has changed; returns what its user is told, null for nothing.
  @Nullable String changed(String file) {
    var ran = send("FileChanged", ".claude/state/implement-auth.json", file);
    return ran.out().isEmpty() ? null : ran.json().string("systemMessage");
  }

  /// Ends a sub-agent, where the agent has such; it is never kept from ending.
  void subagentStop() {
    switch (agent) {
      case CLAUDE_CODE, CODEX -> assertThat(send("SubagentStop").exit()).isZero();
      case CURSOR -> assertThat(send("subagentStop").exit()).isZero();
      case GEMINI, OPENCODE -> {}
    }
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
          case CLAUDE_CODE -> Reading.inner(json).string("additionalContext");
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
      case CLAUDE_CODE, GEMINI -> assertThat(reading.blocks(send("SessionEnd"))).isFalse();
      case CURSOR -> assertThat(reading.blocks(send("sessionEnd"))).isFalse();
      case OPENCODE -> assertThat(reading.blocks(send("session.deleted"))).isFalse();
      case CODEX -> {}
    }
  }

  /// Runs a command in the agent's shell, where it is recognised by its environment; the guard
  /// before tools must have let it.
  Ran run(String line) {
    var name =
        switch (agent) {
          case CLAUDE_CODE, CODEX -> "PreToolUse-shell";
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
          case CLAUDE_CODE, CODEX -> "PreToolUse-mcp";
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
        };
    return shell.with(variable, "1");
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
