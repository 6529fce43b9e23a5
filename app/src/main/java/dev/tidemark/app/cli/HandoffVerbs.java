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

/// Verbs for handoffs between an orchestrator and its workers.
final class HandoffVerbs {
  private HandoffVerbs() {}

  static CommandSpec request() {
    return new CommandSpec(
        "handoff request",
        CommandGroup.HANDOFF,
        READS,
        "print or check a request for a worker",
        List.of(
            Argument.run(),
            Argument.optional(
                "PHASE", ValueKind.PHASES, "the phase; default: the current or next one")),
        List.of(
            Option.value(
                "mode",
                "MODE",
                ValueKind.suggested("plan", "code", "ui", "docs", "eval", "reconcile", "research"),
                "the kind of worker"),
            text("instructions", "the instructions; - = stdin"),
            text("task", "the id of a task, instead of run and phase"),
            Option.value(
                "work",
                "WORK",
                ValueKind.suggested("research", "write", "validate", "parallel"),
                "the field phase; default: by the mode"),
            Option.value(
                "expected", "OUTPUT", ValueKind.NAME, "the expected output; default: by the mode"),
            Option.value("spec", "FILE", ValueKind.FILES, "the specification to follow"),
            Option.value("relevant", "FILE", ValueKind.FILES, "a file to read").repeated(),
            text("constraint", "a constraint").repeated(),
            text("summary", "the summary; default: the last phase's; - = stdin"),
            Option.value("from", "FILE", ValueKind.FILES, "check this request; - = stdin")),
        List.of(
            new Example(
                "tidemark handoff request --mode code --instructions \"Rotate tokens\"",
                "for the current phase"),
            new Example("tidemark handoff request --from request.json", "check a request")));
  }

  static CommandSpec response() {
    return new CommandSpec(
        "handoff response",
        CommandGroup.HANDOFF,
        WRITES,
        "check a worker's response and apply it to the run",
        List.of(
            Argument.run(),
            Argument.optional("PHASE", ValueKind.PHASES, "the phase; default: the current one")),
        List.of(
            Option.value("from", "FILE", ValueKind.FILES, "the response; default or - = stdin"),
            Option.value("request", "FILE", ValueKind.FILES, "the request it must match"),
            Option.value(
                "policy",
                "WORD",
                ValueKind.oneOf("accept", "truncate", "reject"),
                "for a summary that is too long; default: accept"),
            Option.flag("apply", "apply it to the run, once")),
        List.of(
            new Example(
                "tidemark handoff response < answer.md", "check it and print the next step"),
            new Example(
                "tidemark handoff response --apply implement validation --from answer.json",
                "complete, fail or continue the phase")));
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning);
  }
}
