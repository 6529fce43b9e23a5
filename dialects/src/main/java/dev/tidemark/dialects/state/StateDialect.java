package dev.tidemark.dialects.state;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.workflow.policy.SummaryLimit;

/// Composition root of the dialect.
public final class StateDialect {
  private StateDialect() {}

  /// Returns the dialect `state` as it is in a project.
  ///
  /// @param defined the workflows of the project; the built-in ones may be missing
  public static Dialect<StateCheckpoint> of(Workflows defined) {
    return of(defined, SummaryLimit.DEFAULT);
  }

  /// Returns the dialect `state` as it is in a project.
  ///
  /// @param defined the workflows of the project; the built-in ones may be missing
  /// @param limit the default summary limit, for workflows without their own
  public static Dialect<StateCheckpoint> of(Workflows defined, SummaryLimit limit) {
    var workflows = new StateWorkflows(defined);
    var place = new StateLocator(workflows.names());
    var validator = new StateValidator(workflows, limit);
    return new Dialect<>(
        StateFormat.DIALECT,
        new StateFormat(),
        new StateRules(workflows, place, validator),
        place,
        new StateResumePolicy(workflows),
        validator,
        Dialect.OnDamage.SET_ASIDE);
  }
}
