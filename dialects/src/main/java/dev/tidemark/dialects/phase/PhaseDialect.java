package dev.tidemark.dialects.phase;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;

/// Composition root of the dialect.
public final class PhaseDialect {
  private PhaseDialect() {}

  /// Returns the dialect `phase` as it is in a project.
  ///
  /// @param defined the workflows of the project; the built-in ones may be missing
  /// @param settings the project's settings
  public static Dialect<PhaseCheckpoint> of(Workflows defined, PhaseSettings settings) {
    var workflows = new PhaseWorkflows(defined);
    var format = new PhaseFormat(workflows);
    return new Dialect<>(
        PhaseFormat.DIALECT,
        format,
        new PhaseRules(new PhaseContext(workflows, settings, format)),
        format,
        new PhaseResumePolicy(),
        new PhaseValidator(workflows),
        Dialect.OnDamage.FAIL);
  }
}
