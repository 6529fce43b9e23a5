package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.IssueRecorded;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.ShipAllowed;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change.SetGate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Registry of the commands of the unified schema: the seven of T-002-F, overridden by a project's
/// own.
public final class StateWorkflows {
  private static final List<WorkflowDefinition> BUILT_IN =
      List.of(
          start(),
          builtIn("design", "Research, plan, write", "research", "planning", "specs"),
          builtIn("reconcile", "Compare plan with implementation", "analysis", "reconciliation"),
          builtIn("research", "2-phase research workflow", "discovery", "synthesis"),
          builtIn("implement", "Code generation and tests", "implementation", "validation"),
          ship(),
          builtIn("review", "Review existing code", "analysis", "feedback"));

  private final Workflows workflows;

  /// Takes the workflows of a project, the built-in ones among them or not.
  public StateWorkflows(Workflows workflows) {
    this.workflows = workflows.over(BUILT_IN);
  }

  /// Returns T-002-F.
  public static List<WorkflowDefinition> builtIn() {
    return BUILT_IN;
  }

  /// Returns the definition of a command; null if undefined.
  @Nullable
  public WorkflowDefinition find(String name) {
    return workflows.find(StateFormat.DIALECT, name).orElse(null);
  }

  /// Returns whether the documents of a workflow carry a gate.
  public boolean isGated(String name) {
    var definition = find(name);
    return definition != null && definition.gated();
  }

  /// Returns the names of all commands that are defined, each once.
  public List<String> names() {
    return workflows.names(StateFormat.DIALECT);
  }

  /// Returns the warning about an undefined command.
  public static Notice undefinedCommand(String command) {
    return new Notice(
        "unusual-command",
        "\"" + command + "\" is none of the commands of the schema, but will do");
  }

  private static WorkflowDefinition builtIn(String name, String purpose, String... phases) {
    var definitions = new ArrayList<PhaseDefinition>(phases.length);
    for (var phase : phases) {
      definitions.add(phase(phase));
    }
    return definition(name, purpose, false, definitions);
  }

  /// The last phase ends when the run has its issue, where the project requires one.
  private static WorkflowDefinition start() {
    var issue = new Gate("issue", Moment.DONE, true, new IssueRecorded());
    var phases = List.of(phase("branch"), phase("issue-creation", issue));
    return definition("start", "Simple 2-phase workflow", false, phases);
  }

  /// Every phase needs the ship gate, and the last one a preview, where the project requires one.
  private static WorkflowDefinition ship() {
    var ship = new Gate(SetGate.SHIP, Moment.BOTH, true, new ShipAllowed());
    var preview = new Gate(PreviewAllowed.NAME, Moment.DONE, true, new PreviewAllowed());
    var phases =
        List.of(phase("pre-flight", ship), phase("commit", ship), phase("push", ship, preview));
    return definition("ship", "Blocks on errors by its gate", true, phases);
  }

  private static PhaseDefinition phase(String name, Gate... gates) {
    return new PhaseDefinition(new PhaseName(name), null, List.of(gates));
  }

  private static WorkflowDefinition definition(
      String name, String purpose, boolean gated, List<PhaseDefinition> phases) {
    return new WorkflowDefinition(
        StateFormat.DIALECT, name, phases, null, WorkflowDefinition.BUILT_IN, gated, purpose);
  }
}
