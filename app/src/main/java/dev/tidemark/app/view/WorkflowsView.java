package dev.tidemark.app.view;

import dev.tidemark.dialect.NameResolution;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// List of the workflows that can be started, each with its phases and the command to start it.
public final class WorkflowsView {
  /// The placeholder of a run's subject.
  private static final String ITEM = "NAME";

  private final RunRepository runRepository;

  /// Takes the runs of the project, with its workflows.
  public WorkflowsView(RunRepository runRepository) {
    this.runRepository = runRepository;
  }

  /// Returns `{"workflows": [...]}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var workflow : runRepository.workflows()) {
      all.add(json(workflow));
    }
    return JsonObject.builder().add("workflows", JsonArray.of(all)).build();
  }

  /// Returns three lines for each workflow.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var workflow : runRepository.workflows()) {
      var purpose = workflow.purpose().isEmpty() ? workflow.origin() : workflow.purpose();
      lines.add(name(workflow) + "  " + purpose);
      lines.add("  phases: " + phases(workflow));
      lines.add("  start:  " + command(workflow));
    }
    return lines;
  }

  /// Returns one workflow, as in the list, and its gates.
  public JsonObject one(WorkflowDefinition workflow) {
    var gates = new ArrayList<JsonObject>();
    for (var phase : workflow.phases()) {
      for (var gate : phase.gates()) {
        gates.add(
            JsonObject.builder()
                .add("phase", phase.name().value())
                .add("name", gate.name())
                .add("at", at(gate))
                .add("mandatory", gate.mandatory())
                .build());
      }
    }
    return json(workflow).with("gates", JsonArray.of(gates));
  }

  private JsonObject json(WorkflowDefinition workflow) {
    var phases = new ArrayList<String>();
    for (var phase : workflow.phaseNames()) {
      phases.add(phase.value());
    }
    return JsonObject.builder()
        .add("workflow", name(workflow))
        .add("dialect", workflow.dialect())
        .add("purpose", workflow.purpose())
        .add("phases", phases)
        .add("origin", workflow.origin())
        .add("command", command(workflow))
        .build();
  }

  /// Returns a workflow with one line for each phase and gate.
  public List<String> lines(WorkflowDefinition workflow) {
    var lines = new ArrayList<String>();
    lines.add(name(workflow) + (workflow.purpose().isEmpty() ? "" : "  " + workflow.purpose()));
    lines.add("  origin: " + workflow.origin());
    lines.add("  start:  " + command(workflow));
    if (workflow.phases().isEmpty()) {
      lines.add("  phases: " + phases(workflow));
      return lines;
    }
    lines.add("  phases:");
    for (var phase : workflow.phases()) {
      lines.add("    " + phase.name().value());
      for (var gate : phase.gates()) {
        var force = gate.mandatory() ? "" : ", advisory";
        lines.add("      gate " + gate.name() + " at " + at(gate) + force);
      }
    }
    return lines;
  }

  private static String at(Gate gate) {
    return gate.moment().name().toLowerCase(Locale.ROOT);
  }

  /// Returns the full name of a workflow: `state/implement`.
  public static String name(WorkflowDefinition workflow) {
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
    var dialect = runRepository.dialect(workflow.dialect());
    boolean item =
        dialect.isPresent()
            && dialect.get().locator().name(workflow.name(), ITEM) instanceof NameResolution.Named;
    return "tidemark start "
        + name(workflow)
        + (item ? "/" + ITEM : "")
        + (workflow.phases().isEmpty() ? " --plan FILE" : "");
  }
}
