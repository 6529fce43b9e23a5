package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowValidator;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.dialects.flow.format.TasksLocator;
import dev.tidemark.dialects.flow.rules.FlowRules;
import dev.tidemark.dialects.flow.rules.FlowSettings;
import dev.tidemark.dialects.flow.rules.TasksRules;
import dev.tidemark.dialects.flow.task.TasksValidator;

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
