package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for handoffs between an orchestrator and its workers.
final class HandoffVerbs {
  private HandoffVerbs() {}

  private static final Argument RUN =
      Argument.optional("RUN", Values.RUNS, "the run; left out, the one that is open");

  static Verb request() {
    return new Verb(
        "handoff request",
        Group.CONTRACTS,
        READS,
        "print or check the request that hands a phase to a worker",
        List.of(
            RUN,
            Argument.optional(
                "PHASE", Values.PHASES, "the phase; left out, the one under way or next")),
        List.of(
            Option.value(
                "mode",
                "MODE",
                Values.suggested("plan", "code", "ui", "docs", "eval", "reconcile", "research"),
                "the sort of worker"),
            text("instructions", "what to do; - = stdin"),
            text("task", "the task's id, instead of run and phase"),
            Option.value(
                "work",
                "WORK",
                Values.suggested("research", "write", "validate", "parallel"),
                "the request's phase, instead of the mode's"),
            Option.value("expected", "OUTPUT", Values.NAME, "the output, instead of the usual one"),
            Option.value("spec", "FILE", Values.FILES, "the specification to follow"),
            Option.value("relevant", "FILE", Values.FILES, "a file to read").repeated(),
            text("constraint", "something to observe").repeated(),
            text("summary", "instead of the last phase's; - = stdin"),
            Option.value("from", "FILE", Values.FILES, "check this one; - = stdin")),
        List.of(
            new Example(
                "tidemark handoff request --mode code --instructions \"Rotate tokens\"",
                "for the phase under way"),
            new Example("tidemark handoff request --from request.json", "check one")));
  }

  static Verb response() {
    return new Verb(
        "handoff response",
        Group.CONTRACTS,
        WRITES,
        "check what a worker handed back, and carry it into the run",
        List.of(
            RUN,
            Argument.optional("PHASE", Values.PHASES, "the phase; left out, the one under way")),
        List.of(
            Option.value("from", "FILE", Values.FILES, "the response; - or left out = stdin"),
            Option.value("request", "FILE", Values.FILES, "the request that it must answer"),
            Option.value(
                "policy",
                "WORD",
                Values.oneOf("accept", "truncate", "reject"),
                "for a summary that is too long; left out, accept"),
            Option.flag("apply", "record it in the run, once")),
        List.of(
            new Example("tidemark handoff response < answer.md", "is it valid, and what now?"),
            new Example(
                "tidemark handoff response --apply implement validation --from answer.json",
                "the phase is done, failed or goes on")));
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", Values.TEXT, meaning);
  }
}
