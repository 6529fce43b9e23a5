package dev.tidemark.dialects.flow;

import java.time.Duration;
import java.util.List;

/// What a project may choose.
///
/// @param approvals the phases whose outcome the user has to approve
/// @param ancient how old a workflow is when resuming it is in doubt
/// @param attemptsMax how often a task is tried before it has failed
public record FlowSettings(List<Stage> approvals, Duration ancient, int attemptsMax) {
  /// What holds where nobody chose anything else.
  public static final FlowSettings USUAL =
      new FlowSettings(List.of(Stage.REQUIREMENTS, Stage.ARCHITECTURE), Duration.ofDays(7), 3);

  /// Takes its own copy of the phases.
  public FlowSettings {
    approvals = List.copyOf(approvals);
  }
}
