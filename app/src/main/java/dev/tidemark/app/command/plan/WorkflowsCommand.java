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
import dev.tidemark.app.view.WorkflowsView;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// The verbs `workflows list` and `workflows show`.
public final class WorkflowsCommand {
  private final Session session;

  public WorkflowsCommand(Session session) {
    this.session = session;
  }

  /// Specification of `workflows list`.
  public static CommandSpec listSpec() {
    return new CommandSpec(
        "workflows list",
        CommandGroup.RESUME,
        READS,
        "list the workflows with their phases",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark workflows list", "built-in workflows and those of the project"),
            new Example("tidemark workflows list --json", "for a program")));
  }

  public ExitCode list() {
    var view = new WorkflowsView(session.project().runs());
    session.show(view.json(), view.lines());
    return ExitCode.SUCCESS;
  }

  /// Specification of `workflows show`.
  public static CommandSpec showSpec() {
    return new CommandSpec(
        "workflows show",
        CommandGroup.RESUME,
        READS,
        "show one workflow: its phases and gates",
        List.of(
            Argument.required(
                "WORKFLOW", ValueKind.NAME, "the workflow, with its format if need be")),
        List.of(),
        List.of(
            new Example("tidemark workflows show implement", "in the default format"),
            new Example("tidemark workflows show item/epic", "in another format")));
  }

  /// Shows the workflow of that name, which may leave its format out.
  public ExitCode show() {
    var name = session.call().required("WORKFLOW");
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
                  ? "tidemark workflows list"
                  : "tidemark workflows show " + WorkflowsView.name(found.getFirst())));
    }
    var view = new WorkflowsView(session.project().runs());
    session.show(view.one(found.getFirst()), view.lines(found.getFirst()));
    return ExitCode.SUCCESS;
  }

  /// Returns the workflows of that name; the one of the usual format alone where it is among them.
  private List<WorkflowDefinition> named(String name) {
    var found = new ArrayList<WorkflowDefinition>();
    for (var workflow : session.project().runs().workflows()) {
      if (WorkflowsView.name(workflow).equals(name)) {
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
    workflows.forEach(workflow -> names.add(WorkflowsView.name(workflow)));
    return String.join(", ", names);
  }
}
