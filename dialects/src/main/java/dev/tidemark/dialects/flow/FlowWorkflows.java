package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// Registry of the one workflow of this dialect.
public final class FlowWorkflows {
  private FlowWorkflows() {}

  /// Returns T-003-A.
  public static List<WorkflowDefinition> builtIn() {
    var phases = new ArrayList<PhaseDefinition>();
    for (var flowPhase : FlowPhase.values()) {
      phases.add(new PhaseDefinition(flowPhase.phase(), Integer.toString(flowPhase.number())));
    }
    return List.of(
        new WorkflowDefinition(
            FlowFormat.DIALECT,
            FlowLocator.WORKFLOW,
            phases,
            null,
            "built-in",
            false,
            "Requirements to reflection, with approvals and tasks"));
  }
}
