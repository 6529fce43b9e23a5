package dev.tidemark.dialects;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.item.ItemDialect;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.dialects.phase.PhaseDialect;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.dialects.state.StateDialect;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;

/// Registry of all dialects, the project's default first.
public final class Dialects extends DialectTable {
  private static final String STATE = "state";
  private static final String PHASE = "phase";
  private static final String ITEM = "item";
  private static final String FLOW = "flow";
  private static final String TASKS = "flow-tasks";

  private final Workflows workflows;
  private final PhaseSettings phases;
  private final FlowSettings flows;
  private final SummaryLimit limit;

  /// Takes the project's settings.
  ///
  /// @param workflows the workflows of the project; the built-in ones may be missing
  /// @param phases the project's settings of the dialect phase
  /// @param flows the project's settings of the dialect flow
  /// @param limit the default summary limit, for workflows without their own
  public Dialects(
      Workflows workflows, PhaseSettings phases, FlowSettings flows, SummaryLimit limit) {
    super(List.of(STATE, PHASE, ITEM, FLOW), List.of(TASKS));
    this.workflows = workflows;
    this.phases = phases;
    this.flows = flows;
    this.limit = limit;
  }

  @Override
  protected Dialect<?> make(String name) {
    return switch (name) {
      case STATE -> StateDialect.of(workflows, limit);
      case PHASE -> PhaseDialect.of(workflows, phases);
      case ITEM -> ItemDialect.of(workflows);
      case FLOW -> FlowDialect.of(flows);
      case TASKS -> FlowDialect.tasks();
      default -> throw new IllegalStateException("unknown format: " + name);
    };
  }

  @Override
  public List<String> roots(String name) {
    return switch (name) {
      case STATE -> List.of(".claude/state/");
      case PHASE -> List.of(".claude-checkpoint.md");
      case ITEM -> List.of("docs/checkpoints/");
      case FLOW -> List.of("memory/state/phase.json");
      case TASKS -> List.of("memory/state/execution.json");
      default -> throw new IllegalArgumentException("there is no format " + name);
    };
  }

  /// Returns the built-in workflows of all dialects, overridden by a project's own.
  public static Workflows workflows(List<WorkflowDefinition> own) {
    return workflows(new Workflows(own));
  }

  /// Returns the built-in workflows, overridden as by the other.
  ///
  /// @param own the project's own, with the files that are no definition
  /// @throws DefinitionException if one cannot be meant
  public static Workflows workflows(Workflows own) {
    var all = new ArrayList<>(StateWorkflows.builtIn());
    all.addAll(PhaseWorkflows.builtIn());
    all.addAll(ItemWorkflows.builtIn());
    all.addAll(FlowDialect.builtIn());
    for (var definition : own.all()) {
      check(definition);
    }
    all.addAll(own.all());
    return new Workflows(all, own.broken(), own.ignored());
  }

  /// Checks a definition against its format. The phases of flow are its protocol: a project may put
  /// gates before them, and nothing else.
  ///
  /// @throws DefinitionException if it cannot be meant
  public static void check(WorkflowDefinition definition) {
    for (var builtIn : FlowDialect.builtIn()) {
      boolean same =
          definition.name().equals(builtIn.name())
              && definition.phaseNames().equals(builtIn.phaseNames());
      if (definition.dialect().equals(builtIn.dialect()) && !same) {
        var names = new ArrayList<String>();
        for (var phase : builtIn.phaseNames()) {
          names.add(phase.value());
        }
        throw new DefinitionException(
            definition.origin(),
            1,
            "the format flow has one workflow, "
                + builtIn.name()
                + ", with the phases "
                + String.join(", ", names)
                + ": keep these and put gates before them");
      }
    }
  }
}
