package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs that change the progress of a run.
final class RunVerbs {
  private RunVerbs() {}

  static CommandSpec start() {
    return new CommandSpec(
        "start",
        CommandGroup.RUN,
        WRITES,
        "start a run of a workflow, or continue the open one",
        List.of(
            Argument.required(
                "WORKFLOW", ValueKind.NAME, "implement, implement/auth or state/implement/auth"),
            Argument.optional(
                "ITEM", ValueKind.NAME, "the item the run is about, for example a feature")),
        List.of(
            Option.value("goal", "TEXT", ValueKind.TEXT, "the goal in the user's words; - = stdin"),
            Option.value(
                "phases", "A,B,C", ValueKind.NAME, "the phases, instead of those of the workflow"),
            Option.flag("fresh", "start over; the old state stays in the history"),
            Option.flag("resume", "continue the existing run; do nothing without one"),
            Option.value(
                "recovery",
                "MODE",
                ValueKind.oneOf("prompt", "auto", "off"),
                "with an open run: ask, continue it, or start over"),
            Option.flag("any-command", "accept a workflow that is not defined"),
            ProtocolOptions.PLAN,
            ProtocolOptions.CONTEXT,
            ProtocolOptions.CREATE_ONLY),
        List.of(
            new Example("tidemark start implement/auth", "a run for the item auth"),
            new Example("tidemark start implement auth", "the same in two words"),
            new Example(
                "tidemark start implement/pay --goal \"Users can pay by card\"",
                "with a goal, shown first in every session"),
            new Example(
                "tidemark start implement login --phases analyze,fix,verify", "with other phases"),
            new Example("tidemark start design --fresh", "start over")));
  }

  static CommandSpec enter() {
    return new CommandSpec(
        "enter",
        CommandGroup.RUN,
        WRITES,
        "begin work on a phase",
        List.of(
            Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number"),
            Argument.run()),
        ProtocolOptions.ENTERING,
        List.of(
            new Example("tidemark enter implementation", "in the only open run"),
            new Example("tidemark enter review implement/auth", "in a run given by name")));
  }

  static CommandSpec done() {
    return new CommandSpec(
        "done",
        CommandGroup.RUN,
        WRITES,
        "complete a phase and record its results",
        List.of(
            Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number"),
            Argument.run()),
        ProtocolOptions.after(
            Option.value(
                "summary", "TEXT", ValueKind.TEXT, "what the next phase must know; - = stdin"),
            Option.value(
                "summary-file", "FILE", ValueKind.FILES, "the summary from a file; - = stdin"),
            Option.value("created", "FILE", ValueKind.FILES, "a file the phase created").repeated(),
            Option.value("modified", "FILE", ValueKind.FILES, "a file the phase changed")
                .repeated(),
            Option.value(
                    "decision", "TEXT", ValueKind.TEXT, "a decision that later phases depend on")
                .repeated(),
            // Refused: it was accepted and ignored once.
            Option.value("task", "TASK", ValueKind.NAME, "see tidemark task").hidden()),
        List.of(
            new Example(
                "tidemark done implementation --summary \"Tokens are rotated on use.\""
                    + " --created src/a.ts --modified src/b.ts --decision \"Sessions stay on the"
                    + " server\"",
                "with summary, files and a decision"),
            new Example("tidemark done review --summary - < notes.md", "the summary from stdin"),
            new Example("tidemark done 2 implement/auth", "the second phase of a named run"),
            new Example("tidemark done research --dry-run", "show what would be written")));
  }

  static CommandSpec fail() {
    return new CommandSpec(
        "fail",
        CommandGroup.RUN,
        WRITES,
        "mark a phase as failed",
        List.of(
            Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number"),
            Argument.run()),
        List.of(
            Option.value(
                "reason", "TEXT", ValueKind.TEXT, "the reason; asked for at a terminal; - = stdin"),
            ProtocolOptions.NO_COMMIT),
        List.of(
            new Example("tidemark fail tests --reason \"The database is down\"", "with a reason")));
  }

  static CommandSpec skip() {
    return new CommandSpec(
        "skip",
        CommandGroup.RUN,
        WRITES,
        "skip a phase",
        List.of(
            Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number"),
            Argument.run()),
        List.of(
            Option.value(
                "reason", "TEXT", ValueKind.TEXT, "why the phase is not needed; - = stdin"),
            ProtocolOptions.NO_COMMIT),
        List.of(new Example("tidemark skip design --reason \"Nothing to draw\"", "with a reason")));
  }

  static CommandSpec finish() {
    return new CommandSpec(
        "finish",
        CommandGroup.RUN,
        WRITES,
        "finish a run",
        List.of(Argument.run()),
        ProtocolOptions.FINISHING,
        List.of(
            new Example("tidemark finish", "the only open run"),
            new Example("tidemark finish implement/auth", "a run given by name")));
  }
}
