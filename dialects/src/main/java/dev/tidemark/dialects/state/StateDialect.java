package dev.tidemark.dialects.state;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Workflows;

/// Puts the dialect together.
public final class StateDialect {
  private StateDialect() {}

  /// Returns the dialect `state` as it is in a project.
  ///
  /// @param defined what the project defines; the built-in workflows need not be among them
  public static Dialect<StateCheckpoint> of(Workflows defined) {
    var workflows = new StateWorkflows(defined);
    var place = new StatePlace(workflows.names());
    var validator = new StateValidator(workflows);
    return new Dialect<>(
        StateFormat.DIALECT,
        new StateFormat(),
        new StateRules(workflows, place, validator),
        place,
        new StateResumption(workflows),
        validator,
        Dialect.OnDamage.SET_ASIDE);
  }
}
