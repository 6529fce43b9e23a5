package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.FlowPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Settings of a project for the dialect.
///
/// @param approvals the phases whose outcome needs the user's approval
/// @param ancient how old a workflow is when resuming it is in doubt
/// @param attemptsMax how often a task is tried before it has failed
public record FlowSettings(List<FlowPhase> approvals, Duration ancient, int attemptsMax) {
  /// The default settings.
  public static final FlowSettings USUAL =
      new FlowSettings(
          List.of(FlowPhase.REQUIREMENTS, FlowPhase.ARCHITECTURE), Duration.ofDays(7), 3);

  /// Takes phases by their names.
  ///
  /// @throws IllegalArgumentException if the protocol has no phase of such a name
  public static FlowSettings of(List<String> approvals, Duration ancient, int attemptsMax) {
    var flowPhases = new ArrayList<FlowPhase>();
    for (var name : approvals) {
      var flowPhase = FlowPhase.parse(name);
      if (flowPhase == null) {
        throw new IllegalArgumentException("no phase is called " + name);
      }
      flowPhases.add(flowPhase);
    }
    return new FlowSettings(flowPhases, ancient, attemptsMax);
  }

  /// Returns the phases that need approval, as the user would write them.
  public String approvalNames() {
    var names = new StringBuilder();
    for (var flowPhase : approvals) {
      names.append(names.isEmpty() ? "" : ",").append(flowPhase.name());
    }
    return names.toString();
  }

  /// Takes its own copy of the phases.
  public FlowSettings {
    approvals = List.copyOf(approvals);
  }
}
