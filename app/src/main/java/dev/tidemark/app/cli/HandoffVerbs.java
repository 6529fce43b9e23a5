package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for handoffs between an orchestrator and its workers.
final class HandoffVerbs {
  private HandoffVerbs() {}

  private static final Argument RUN =
      Argument.optional("RUN", Values.RUNS, "the run; default: the only open one");

  static Verb request() {
    return new Verb(
        "handoff request",
        Group.HANDOFF,
        READS,
        "print or check a request for a worker",
        List.of(
            RUN,
            Argument.optional(
                "PHASE", Values.PHASES, "the phase; default: the current or next one")),
        List.of(
            Option.value(
                "mode",
                "MODE",
                Values.suggested("plan", "code", "ui", "docs", "eval", "reconcile", "research"),
                "the kind of worker"),
            text("instructions", "the instructions; - = stdin"),
            text("task", "the id of a task, instead of run and phase"),
            Option.value(
                "work",
                "WORK",
                Values.suggested("research", "write", "validate", "parallel"),
                "the field phase; default: by the mode"),
            Option.value(
                "expected", "OUTPUT", Values.NAME, "the expected output; default: by the mode"),
            Option.value("spec", "FILE", Values.FILES, "the specification to follow"),
            Option.value("relevant", "FILE", Values.FILES, "a file to read").repeated(),
            text("constraint", "a constraint").repeated(),
            text("summary", "the summary; default: the last phase's; - = stdin"),
            Option.value("from", "FILE", Values.FILES, "check this request; - = stdin")),
        List.of(
            new Example(
                "tidemark handoff request --mode code --instructions \"Rotate tokens\"",
                "for the current phase"),
            new Example("tidemark handoff request --from request.json", "check a request")));
  }

  static Verb response() {
    return new Verb(
        "handoff response",
        Group.HANDOFF,
        WRITES,
        "check a worker's response and apply it to the run",
        List.of(
            RUN, Argument.optional("PHASE", Values.PHASES, "the phase; default: the current one")),
        List.of(
            Option.value("from", "FILE", Values.FILES, "the response; default or - = stdin"),
            Option.value("request", "FILE", Values.FILES, "the request it must match"),
            Option.value(
                "policy",
                "WORD",
                Values.oneOf("accept", "truncate", "reject"),
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
    return Option.value(name, "TEXT", Values.TEXT, meaning);
  }
}
