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

/// Verbs for resuming and inspecting runs.
final class TakeoverVerbs {
  private TakeoverVerbs() {}

  static CommandSpec resume() {
    return new CommandSpec(
        "resume",
        CommandGroup.RESUME,
        WRITES,
        "print the brief from which a new session continues",
        List.of(Argument.run()),
        List.of(
            Option.value("phase", "PHASE", ValueKind.PHASES, "resume at this phase"),
            Option.flag("full", "do not shorten the brief; verify the whole journal")),
        List.of(
            new Example("tidemark resume", "the only open run"),
            new Example("tidemark resume --phase design", "at another phase"),
            new Example("tidemark resume implement/auth --json", "for a program")));
  }

  static CommandSpec why() {
    return new CommandSpec(
        "why",
        CommandGroup.RESUME,
        READS,
        "explain why the last command was refused",
        List.of(Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark why", "after a command was refused"),
            new Example("tidemark why implement/auth --json", "for a program")));
  }

  static CommandSpec status() {
    return new CommandSpec(
        "status",
        CommandGroup.RESUME,
        READS,
        "show the phases of a run and their status",
        List.of(Argument.run()),
        List.of(
            Option.flag("steps", "only the steps, in the words of the phase format"),
            Option.flag("box", "in a frame of 72 columns, with the next command")),
        List.of(
            new Example("tidemark status", "the only open run"),
            new Example("tidemark status auth", "by a short name that fits only one run")));
  }

  static CommandSpec workflows(String name) {
    return name.equals("workflows show") ? workflow() : workflows();
  }

  private static CommandSpec workflows() {
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

  private static CommandSpec workflow() {
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

  static CommandSpec list() {
    return new CommandSpec(
        "list",
        CommandGroup.RESUME,
        READS,
        "list the open runs of the project",
        List.of(),
        List.of(
            Option.flag("all", "include finished runs"),
            Option.value(
                    "names",
                    "WHAT",
                    ValueKind.oneOf("runs", "phases"),
                    "only names, one a line, for completion")
                .hidden()),
        List.of(
            new Example("tidemark list", "open runs in every format"),
            new Example("tidemark list --all --json", "all runs, for a program")));
  }
}
