package dev.tidemark.app.view;

import dev.tidemark.dialect.Naming;
import dev.tidemark.engine.Runs;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// List of the workflows that can be started, each with its phases and the command to start it.
public final class WorkflowsView {
  /// The placeholder of a run's subject.
  private static final String ITEM = "NAME";

  private final Runs runs;

  /// Takes the runs of the project, with its workflows.
  public WorkflowsView(Runs runs) {
    this.runs = runs;
  }

  /// Returns `{"workflows": [...]}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var workflow : runs.workflows()) {
      var phases = new ArrayList<String>();
      for (var phase : workflow.phaseNames()) {
        phases.add(phase.value());
      }
      all.add(
          JsonObject.builder()
              .add("workflow", name(workflow))
              .add("dialect", workflow.dialect())
              .add("purpose", workflow.purpose())
              .add("phases", phases)
              .add("origin", workflow.origin())
              .add("command", command(workflow))
              .build());
    }
    return JsonObject.builder().add("workflows", JsonArray.of(all)).build();
  }

  /// Returns three lines for each workflow.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var workflow : runs.workflows()) {
      var purpose = workflow.purpose().isEmpty() ? workflow.origin() : workflow.purpose();
      lines.add(name(workflow) + "  " + purpose);
      lines.add("  phases: " + phases(workflow));
      lines.add("  start:  " + command(workflow));
    }
    return lines;
  }

  private static String name(WorkflowDefinition workflow) {
    return workflow.dialect() + "/" + workflow.name();
  }

  private static String phases(WorkflowDefinition workflow) {
    var names = new ArrayList<String>();
    for (var phase : workflow.phaseNames()) {
      names.add(phase.value());
    }
    return names.isEmpty() ? "those of a plan document" : String.join(", ", names);
  }

  /// Workflows of a format with one run at a time take no name; those without phases take a plan.
  private String command(WorkflowDefinition workflow) {
    var dialect = runs.dialect(workflow.dialect());
    boolean item =
        dialect.isPresent()
            && dialect.get().place().name(workflow.name(), ITEM) instanceof Naming.Named;
    return "tidemark start "
        + name(workflow)
        + (item ? "/" + ITEM : "")
        + (workflow.phases().isEmpty() ? " --plan FILE" : "");
  }
}
