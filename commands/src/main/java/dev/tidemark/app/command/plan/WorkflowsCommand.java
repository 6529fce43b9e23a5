package dev.tidemark.app.command.plan;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The verb `workflows`.
public final class WorkflowsCommand {
  /// The placeholder of a run's subject.
  private static final String ITEM = "NAME";

  private final Session session;

  public WorkflowsCommand(Session session) {
    this.session = session;
  }

  /// Specification of `workflows`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "workflows",
            CommandGroup.RESUME,
            READS,
            "list the workflows, or show the phases and gates of one",
            List.of(
                Argument.optional(
                    "WORKFLOW",
                    ValueKind.named("workflows"),
                    "the workflow, with its format if need be; default: all")),
            List.of(),
            List.of(
                new Example("tidemark workflows", "built-in workflows and those of the project"),
                new Example("tidemark workflows implement", "in the default format"),
                new Example("tidemark workflows item/epic", "in another format")))
        .byServer();
  }

  /// Lists the workflows, or shows one.
  public ExitCode run() {
    var name = session.call().argument("WORKFLOW");
    if (name != null) {
      return show(name);
    }
    session.show(json(), lines());
    return ExitCode.SUCCESS;
  }

  /// Shows the workflow of that name, which may leave its format out.
  private ExitCode show(String name) {
    var found = named(name);
    if (found.size() != 1) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(),
              found.isEmpty() ? "unknown-workflow" : "which-workflow",
              found.isEmpty()
                  ? "there is no workflow \"" + name + "\""
                  : "several workflows are called " + name + ": " + names(found),
              found.isEmpty()
                  ? "tidemark workflows"
                  : "tidemark workflows " + name(found.getFirst())));
    }
    session.show(one(found.getFirst()), lines(found.getFirst()));
    return ExitCode.SUCCESS;
  }

  /// Returns the workflows of that name; the one of the usual format alone where it is among them.
  private List<WorkflowDefinition> named(String name) {
    var found = new ArrayList<WorkflowDefinition>();
    for (var workflow : session.project().runs().workflows()) {
      if (name(workflow).equals(name)) {
        return List.of(workflow);
      }
      if (workflow.name().equals(name)) {
        found.add(workflow);
      }
    }
    for (var workflow : found) {
      if (workflow.dialect().equals(session.usualDialect())) {
        return List.of(workflow);
      }
    }
    return found;
  }

  private static String names(List<WorkflowDefinition> workflows) {
    var names = new ArrayList<String>();
    workflows.forEach(workflow -> names.add(name(workflow)));
    return String.join(", ", names);
  }

  /// Returns `{"workflows": [...]}`.
  private JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var workflow : session.project().runs().workflows()) {
      all.add(json(workflow));
    }
    return JsonObject.builder().add("workflows", JsonArray.of(all)).build();
  }

  /// Returns three lines for each workflow.
  private List<String> lines() {
    var lines = new ArrayList<String>();
    for (var workflow : session.project().runs().workflows()) {
      var purpose = workflow.purpose().isEmpty() ? workflow.origin() : workflow.purpose();
      lines.add(name(workflow) + "  " + purpose);
      lines.add("  phases: " + phases(workflow));
      lines.add("  start:  " + command(workflow));
    }
    return lines;
  }

  /// Returns one workflow, as in the list, and its gates.
  private JsonObject one(WorkflowDefinition workflow) {
    var gates = new ArrayList<JsonObject>();
    for (var phase : workflow.phases()) {
      for (var gate : phase.gates()) {
        gates.add(
            JsonObject.builder()
                .add("phase", phase.name().value())
                .add("name", gate.name())
                .add("at", momentWord(gate))
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
        .add("format", workflow.dialect())
        .add("purpose", workflow.purpose())
        .add("phases", phases)
        .add("origin", workflow.origin())
        .add("command", command(workflow))
        .build();
  }

  /// Returns a workflow with one line for each phase and gate.
  private List<String> lines(WorkflowDefinition workflow) {
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
        lines.add("      gate " + gate.name() + " at " + momentWord(gate) + force);
      }
    }
    return lines;
  }

  private static String momentWord(Gate gate) {
    return gate.moment().name().toLowerCase(Locale.ROOT);
  }

  /// Returns the full name of a workflow: `state/implement`.
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
    var dialect = session.project().runs().dialect(workflow.dialect());
    boolean item =
        dialect.isPresent()
            && dialect.get().locator().name(workflow.name(), ITEM) instanceof NameResolution.Named;
    return "tidemark start "
        + name(workflow)
        + (item ? "/" + ITEM : "")
        + (workflow.phases().isEmpty() ? " --plan FILE" : "");
  }
}
