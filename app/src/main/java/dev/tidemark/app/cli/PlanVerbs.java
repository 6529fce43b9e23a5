package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs for plans and questions.
final class PlanVerbs {
  private PlanVerbs() {}

  static CommandSpec plan() {
    return new CommandSpec(
        "plan",
        CommandGroup.RUN,
        WRITES,
        "show the next phases and tasks; start the run if needed",
        List.of(
            Argument.optional(
                "WORKFLOW", ValueKind.NAME, "for example design/auth; default: the open run"),
            Argument.optional("ITEM", ValueKind.NAME, "the item the run is about")),
        List.of(
            Option.value(
                "phase", "PHASE", ValueKind.NAME, "only these phases: a name, 2, 1,2 or 2+"),
            Option.value(
                "task", "TASKS", ValueKind.NAME, "only these tasks: T001, T001,T003 or T001-T005"),
            Option.flag("resume", "only what is not done"),
            Option.flag("no-checkpoint", "without the questions; files are written anyway")),
        List.of(
            new Example("tidemark plan design/auth", "all phases and the open questions"),
            new Example("tidemark plan design/auth --resume", "what is not done"),
            new Example("tidemark plan implement/auth --task T001-T005", "some tasks"),
            new Example("tidemark plan design/auth --dry-run", "without starting the run")));
  }

  static CommandSpec questions() {
    return new CommandSpec(
        "question list",
        CommandGroup.RUN,
        READS,
        "list the questions about a design, with the answers",
        List.of(Argument.run()),
        List.of(),
        List.of(new Example("tidemark question list", "of the only open design")));
  }

  static CommandSpec answer() {
    return new CommandSpec(
        "question answer",
        CommandGroup.RUN,
        WRITES,
        "answer a question about a design, or all open ones",
        List.of(
            Argument.optional("KEY", ValueKind.NAME, "the key of the question"),
            Argument.optional("TEXT", ValueKind.TEXT, "the answer; stop = pause; - = stdin"),
            Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark question answer approach \"Rotate on each use\"", "one question"),
            new Example("tidemark question answer approval revise", "request a revision"),
            new Example("tidemark question answer", "all open questions, at a terminal")));
  }
}
