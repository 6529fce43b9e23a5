package dev.tidemark.dialects;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.flow.FlowWorkflows;
import dev.tidemark.dialects.item.ItemDialect;
import dev.tidemark.dialects.item.ItemWorkflows;
import dev.tidemark.dialects.phase.PhaseDialect;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.dialects.phase.PhaseWorkflows;
import dev.tidemark.dialects.state.StateDialect;
import dev.tidemark.dialects.state.StateWorkflows;
import dev.tidemark.workflow.SummaryLimit;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.Workflows;
import java.util.ArrayList;
import java.util.List;

/// Every dialect there is.
public final class Dialects {
  private Dialects() {}

  /// Returns the dialects, the project's usual one first; also those whose documents are no runs of
  /// their own.
  ///
  /// @param workflows what the project defines; the built-in ones need not be among them
  /// @param phases what the project wants otherwise in the dialect phase
  /// @param limit what documents are checked against where a workflow says nothing else
  public static List<Dialect<?>> of(Workflows workflows, PhaseSettings phases, SummaryLimit limit) {
    return List.of(
        StateDialect.of(workflows, limit),
        PhaseDialect.of(workflows, phases),
        ItemDialect.of(workflows),
        FlowDialect.of(FlowSettings.USUAL),
        FlowDialect.tasks());
  }

  /// Returns the built-in workflows of all dialects, overridden by a project's own.
  public static Workflows workflows(List<WorkflowDefinition> own) {
    var all = new ArrayList<>(StateWorkflows.builtIn());
    all.addAll(PhaseWorkflows.builtIn());
    all.addAll(ItemWorkflows.builtIn());
    all.addAll(FlowWorkflows.builtIn());
    all.addAll(own);
    return new Workflows(all);
  }
}
