package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.Dialect;

/// Composition root of the dialect and of the dialect of its tasks.
public final class FlowDialect {
  private FlowDialect() {}

  /// Returns the dialect `flow`.
  public static Dialect<FlowCheckpoint> of(FlowSettings settings) {
    return new Dialect<>(
        FlowFormat.DIALECT,
        new FlowFormat(),
        new FlowRules(settings),
        new FlowLocator(),
        new FlowResumePolicy(settings),
        new FlowValidator(),
        Dialect.OnDamage.DECIDE);
  }

  /// Returns the dialect of the tasks, which are never listed.
  public static Dialect<TasksCheckpoint> tasks() {
    return new Dialect<>(
        TasksFormat.DIALECT,
        new TasksFormat(),
        new TasksRules(),
        new TasksLocator(),
        new TasksResumePolicy(),
        new TasksValidator(),
        Dialect.OnDamage.FAIL);
  }
}
