package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Registry of the commands that have checkpoints: the five of T-001-A, overridden by a project's
/// own.
public final class ItemWorkflows {
  /// The command whose phases are in a plan document.
  static final String IMPLEMENT = "implement";

  private static final String DOCUMENT = "Document";

  private static final List<WorkflowDefinition> BUILT_IN =
      List.of(
          builtIn(
              "debug", "Reproduce to document", 1, "Reproduce", "Trace", "Root Cause", DOCUMENT),
          builtIn(
              "epic",
              "Decision sync to document",
              0,
              "Decision Sync",
              "Capture",
              "Product Analysis",
              "Technical Routing",
              "Agreements",
              DOCUMENT),
          builtIn(
              "feature",
              "Understand to stories",
              1,
              "Understand",
              "YAGNI",
              "Research",
              "Specify",
              DOCUMENT,
              "Stories"),
          builtIn(IMPLEMENT, "The phases of a plan document", 1),
          builtIn(
              "plan",
              "Architecture gate to backlog",
              0,
              "Arch Gate",
              "Codebase Analysis",
              "Write Plan",
              "Review/Validate",
              "Update Backlog"));

  private final Workflows workflows;

  /// Takes the workflows of a project, the built-in ones among them or not.
  public ItemWorkflows(Workflows workflows) {
    this.workflows = workflows.over(BUILT_IN);
  }

  /// Returns T-001-A.
  public static List<WorkflowDefinition> builtIn() {
    return BUILT_IN;
  }

  /// Returns the definition of a command; null if undefined.
  @Nullable
  public WorkflowDefinition find(String name) {
    return workflows.find(ItemFormat.DIALECT, name).orElse(null);
  }

  /// Returns whether the phases of a command are in a plan document.
  public boolean isPlanned(String name) {
    var definition = find(name);
    return definition != null && definition.phases().isEmpty();
  }

  /// Returns the phases of a command as pending rows; none if they are in a plan.
  public List<PhaseRow> rows(String name) {
    var definition = find(name);
    return definition == null ? List.of() : rows(definition);
  }

  /// A phase without a number of its own has the next whole number after the one before.
  private static List<PhaseRow> rows(WorkflowDefinition definition) {
    var rows = new ArrayList<PhaseRow>();
    int next = 1;
    for (var phase : definition.phases()) {
      var number = phase.number() == null ? Integer.toString(next) : phase.number();
      rows.add(PhaseRow.pending(number, phase.name().value()));
      next = PhaseRows.wholePart(number) + 1;
    }
    return rows;
  }

  /// Returns the names of all commands that are defined, each once.
  public List<String> names() {
    return workflows.names(ItemFormat.DIALECT);
  }

  private static WorkflowDefinition builtIn(
      String name, String purpose, int first, String... phases) {
    var definitions = new ArrayList<PhaseDefinition>(phases.length);
    for (int i = 0; i < phases.length; i++) {
      definitions.add(new PhaseDefinition(new PhaseName(phases[i]), Integer.toString(first + i)));
    }
    return new WorkflowDefinition(
        ItemFormat.DIALECT, name, definitions, null, "built-in", false, purpose);
  }
}
