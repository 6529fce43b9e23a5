package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.policy.CommandLines;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options of one call of the runner, which take precedence over the workflow's definition.
///
/// @param agent the agent; absent for that of the definition
/// @param command the program of the adapter `command` with its arguments; empty for that of the
///   definition
/// @param until the phase after which to stop; absent for the end of the run
/// @param maxCost the limit for the cost of the run in US dollars; absent for none
/// @param allowsUnknownCost whether an attempt of unknown cost counts as one without cost
/// @param maxTime the limit for the time of this call; absent for none
/// @param sandbox whether agents work in a sandbox where there is one; absent as the definition
///   says
public record RunOptions(
    @Nullable String agent,
    List<String> command,
    @Nullable PhaseName until,
    @Nullable BigDecimal maxCost,
    boolean allowsUnknownCost,
    @Nullable Duration maxTime,
    @Nullable Boolean sandbox) {
  /// Takes its own copy of the words.
  public RunOptions {
    command = List.copyOf(command);
  }

  /// Returns the name of the agent in place of those of the definition; null for those.
  public @Nullable String agentName() {
    return command.isEmpty() ? agent : AgentAdapter.COMMAND.word();
  }

  /// Returns the command that drives the run again, with the same agent.
  public String continueCommand(CheckpointId run) {
    var line = CommandLines.of("run", run);
    if (sandbox != null) {
      line += " --sandbox " + (sandbox ? "auto" : "off");
    }
    if (!command.isEmpty()) {
      return line + " --command " + CommandLines.quoted(CommandLines.command(command));
    }
    return agent == null ? line : line + " --agent " + CommandLines.quoted(agent);
  }
}
