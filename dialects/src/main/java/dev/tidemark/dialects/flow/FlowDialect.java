package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowValidator;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.dialects.flow.format.TasksValidator;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// Composition root of the dialect and of the dialect of its tasks.
public final class FlowDialect {
  private FlowDialect() {}

  /// Returns the dialect `flow`.
  public static Dialect<FlowCheckpoint> of(FlowSettings settings) {
    var flowFormat = new FlowFormat();
    return new Dialect<>(
        FlowFormat.DIALECT,
        flowFormat,
        new FlowRules(settings),
        flowFormat,
        new FlowResumePolicy(settings),
        new FlowValidator(),
        Dialect.OnDamage.DECIDE);
  }

  /// Returns the dialect of the tasks, which are never listed.
  public static Dialect<TasksCheckpoint> tasks() {
    var tasksFormat = new TasksFormat();
    var tasksRules = new TasksRules();
    return new Dialect<>(
        TasksFormat.DIALECT,
        tasksFormat,
        tasksRules,
        tasksFormat,
        tasksRules,
        new TasksValidator(),
        Dialect.OnDamage.FAIL);
  }

  /// Returns T-003-A.
  public static List<WorkflowDefinition> builtIn() {
    var phases = new ArrayList<PhaseDefinition>();
    for (var flowPhase : FlowPhase.values()) {
      phases.add(new PhaseDefinition(flowPhase.phase(), Integer.toString(flowPhase.number())));
    }
    return List.of(
        new WorkflowDefinition(
            FlowFormat.DIALECT,
            FlowFormat.WORKFLOW,
            phases,
            null,
            "built-in",
            false,
            "Requirements to reflection, with approvals and tasks"));
  }
}
