package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs that record information without a phase transition.
final class NoteVerbs {
  private NoteVerbs() {}

  static CommandSpec note() {
    return new CommandSpec(
        "note",
        CommandGroup.RUN,
        WRITES,
        "record a note, decision or file for the next session",
        List.of(Argument.rest("TEXT", ValueKind.TEXT, "the state of the work; - = stdin")),
        List.of(
            repeated("tried", "an attempt that failed"),
            Option.value(
                "next", "TEXT", ValueKind.TEXT, "the next action; replaces the previous one"),
            repeated("blocked-by", "a blocker, open until it is resolved"),
            repeated("question", "a question, open until it is resolved"),
            repeated("resolved", "close a question or blocker; part of its text will do"),
            repeated("decision", "a decision that later phases depend on"),
            Option.value("created", "FILE", ValueKind.FILES, "a file that was created").repeated(),
            Option.value("modified", "FILE", ValueKind.FILES, "a file that was changed").repeated(),
            Option.value("state", "TEXT", ValueKind.TEXT, "the state of the work")
                .ofProtocol("item"),
            ProtocolOptions.BEFORE_SPAWN),
        List.of(
            new Example(
                "tidemark note \"rotate() done, revoke() missing\"", "the state of the work"),
            new Example(
                "tidemark note --tried \"a mutex: deadlocks with the refresh timer\""
                    + " --next \"try a queue\"",
                "a failed attempt and the next action"),
            new Example("tidemark note --decision \"Keep the old API\"", "a decision"),
            new Example("tidemark note --question \"Which database?\"", "an open question"),
            new Example("tidemark note --resolved database", "close the question")));
  }

  private static Option repeated(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning).repeated();
  }

  static CommandSpec goal() {
    return new CommandSpec(
        "goal",
        CommandGroup.RUN,
        WRITES,
        "set or show the goal of a run",
        List.of(Argument.rest("TEXT", ValueKind.TEXT, "the goal, in the user's words; - = stdin")),
        List.of(),
        List.of(
            new Example("tidemark goal \"Log users in with passkeys\"", "set the goal"),
            new Example("tidemark goal", "show the goal")));
  }

  static CommandSpec task() {
    return new CommandSpec(
        "task",
        CommandGroup.RUN,
        WRITES,
        "add, start, complete, fail or block a task",
        List.of(
            Argument.required(
                "STEP", ValueKind.oneOf("add", "start", "done", "fail", "block"), "what to do"),
            Argument.required("TASK", ValueKind.TEXT, "the task, by id or text; add takes both"),
            Argument.run()),
        ProtocolOptions.OF_TASKS,
        List.of(
            new Example("tidemark task add \"Write the tests\"", "with the next free id"),
            new Example("tidemark task add \"T004 Write the tests\"", "with an id"),
            new Example("tidemark task start T004", "make it the current task"),
            new Example("tidemark task done \"Write the tests\"", "by its text"),
            new Example("tidemark task block T004 --reason \"No test data\"", "with a reason")));
  }

  static CommandSpec preflight() {
    return new CommandSpec(
        "context check",
        CommandGroup.RUN,
        CommandEffect.READS,
        "check whether a run fits into the context window",
        List.of(),
        List.of(
            Option.value(
                "percent", "P", ValueKind.NAME, "the used share of the context, from 0 to 100"),
            Option.value("used", "N", ValueKind.NAME, "the tokens used"),
            Option.value("limit", "M", ValueKind.NAME, "the size of the context window in tokens")),
        List.of(
            new Example("tidemark context check --percent 72.5", "before a long run"),
            new Example(
                "tidemark context check --used 130000 --limit 200000", "the same in tokens")));
  }

  static CommandSpec approve() {
    return new CommandSpec(
        "approve",
        CommandGroup.GATES,
        WRITES,
        "approve a phase, or request changes",
        List.of(
            Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number"),
            Argument.run()),
        List.of(
            Option.value(
                    "seen",
                    "DIGEST",
                    ValueKind.NAME,
                    "the digest that was shown; nothing else is approved")
                .hidden(),
            Option.value(
                "request-changes",
                "COMMENT",
                ValueKind.TEXT,
                "do not approve; describe the required changes")),
        List.of(
            new Example("tidemark approve design", "approve the design"),
            new Example(
                "tidemark approve design --request-changes \"Name the error codes\"",
                "keep the gate closed; the agent gets the comment")));
  }
}
