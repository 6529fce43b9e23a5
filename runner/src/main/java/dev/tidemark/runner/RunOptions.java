package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.policy.CommandLines;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
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
  private static final String AGENT = "agent";
  private static final String COMMAND = "command";
  private static final String UNTIL = "until";
  private static final String MAX_COST = "max_cost_usd";
  private static final String COST_UNKNOWN = "cost_unknown";
  private static final String MAX_TIME = "max_time_seconds";
  private static final String SANDBOX = "sandbox";

  /// Takes its own copy of the words.
  public RunOptions {
    command = List.copyOf(command);
  }

  /// Returns the options as JSON, for a queue.
  public JsonObject json() {
    var json = JsonObject.builder().addIfPresent(AGENT, agent);
    if (!command.isEmpty()) {
      json.add(COMMAND, JsonArray.ofStrings(command));
    }
    json.addIfPresent(UNTIL, until == null ? null : until.value());
    if (maxCost != null) {
      json.add(MAX_COST, JsonNumber.spelled(maxCost.toPlainString()));
    }
    if (allowsUnknownCost) {
      json.add(COST_UNKNOWN, true);
    }
    if (maxTime != null) {
      json.add(MAX_TIME, maxTime.toSeconds());
    }
    if (sandbox != null) {
      json.add(SANDBOX, sandbox);
    }
    return json.build();
  }

  /// Returns the options that JSON of [#json] has.
  public static RunOptions of(JsonObject json) {
    var words = new ArrayList<String>();
    var command = json.array(COMMAND);
    for (var word : command == null ? List.<Json>of() : command.elements()) {
      if (word instanceof JsonString text) {
        words.add(text.value());
      }
    }
    var until = json.string(UNTIL);
    var cost = json.number(MAX_COST);
    var time = json.number(MAX_TIME);
    return new RunOptions(
        json.string(AGENT),
        words,
        until == null ? null : new PhaseName(until),
        cost == null ? null : RunSettings.amount(cost.spelling()),
        json.find(COST_UNKNOWN) != null,
        time == null || time.wholeValue().isEmpty()
            ? null
            : Duration.ofSeconds(time.wholeValue().getAsLong()),
        json.find(SANDBOX) instanceof JsonBoolean sandbox ? sandbox.value() : null);
  }

  /// Returns the same options that end after another phase.
  public RunOptions until(PhaseName phase) {
    return new RunOptions(agent, command, phase, maxCost, allowsUnknownCost, maxTime, sandbox);
  }

  /// Returns the name of the agent in place of those of the definition; null for those.
  public @Nullable String agentName() {
    return command.isEmpty() ? agent : AgentAdapter.COMMAND.word();
  }

  /// Returns the command that prints the output of an attempt.
  static String logCommand(CheckpointId run, Attempt attempt) {
    return CommandLines.of("run log --attempt " + attempt.number(), run);
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
