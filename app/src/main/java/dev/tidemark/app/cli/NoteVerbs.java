package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs that record information without a phase transition.
final class NoteVerbs {
  private NoteVerbs() {}

  static Verb note() {
    return new Verb(
        "note",
        Group.RUN,
        WRITES,
        "record a note, decision or file for the next session, at any time",
        List.of(Argument.rest("TEXT", Values.TEXT, "where things stand; - = stdin")),
        List.of(
            repeated("tried", "what was tried and failed"),
            Option.value("next", "TEXT", Values.TEXT, "the next action; replaces the last one"),
            repeated("blocked-by", "what blocks the work, until it is resolved"),
            repeated("question", "a question that is open, until it is resolved"),
            repeated("resolved", "an open question or blocker, or words only one of them has"),
            repeated("decision", "a decision that later phases build on"),
            Option.value("created", "FILE", Values.FILES, "a file that was created").repeated(),
            Option.value("modified", "FILE", Values.FILES, "a file that was changed").repeated(),
            Option.value("state", "TEXT", Values.TEXT, "item: where things stand").ofProtocol(),
            ProtocolOptions.BEFORE_SPAWN),
        List.of(
            new Example("tidemark note \"rotate() done, revoke() missing\"", "where things stand"),
            new Example(
                "tidemark note --tried \"a mutex: deadlocks with the refresh timer\""
                    + " --next \"try a queue\"",
                "what failed, and what to do next"),
            new Example("tidemark note --decision \"Keep the old API\"", "a decision"),
            new Example("tidemark note --question \"Which database?\"", "an open question"),
            new Example("tidemark note --resolved database", "the question has an answer")));
  }

  private static Option repeated(String name, String meaning) {
    return Option.value(name, "TEXT", Values.TEXT, meaning).repeated();
  }

  static Verb goal() {
    return new Verb(
        "goal",
        Group.RUN,
        WRITES,
        "state what the user wants of a run, or show it",
        List.of(Argument.rest("TEXT", Values.TEXT, "the goal, in the user's words; - = stdin")),
        List.of(),
        List.of(
            new Example("tidemark goal \"Log users in with passkeys\"", "state it"),
            new Example("tidemark goal", "show it")));
  }

  static Verb task() {
    return new Verb(
        "task",
        Group.RUN,
        WRITES,
        "add a task, or start, finish, fail or block one",
        List.of(
            Argument.required(
                "STEP", Values.oneOf("add", "start", "done", "fail", "block"), "what to do"),
            Argument.required("TASK", Values.TEXT, "its id or its text; add takes both")),
        ProtocolOptions.OF_TASKS,
        List.of(
            new Example("tidemark task add \"Write the tests\"", "it gets the next free id"),
            new Example("tidemark task add \"T004 Write the tests\"", "with an id"),
            new Example("tidemark task start T004", "it is the current task"),
            new Example("tidemark task done \"Write the tests\"", "by its text"),
            new Example("tidemark task block T004 --reason \"No test data\"", "say why")));
  }

  static Verb preflight() {
    return new Verb(
        "preflight",
        Group.RUN,
        Effect.READS,
        "say whether the context has room for a command in phases",
        List.of(),
        List.of(
            Option.value("percent", "P", Values.NAME, "how full it is, from 0 to 100"),
            Option.value("used", "N", Values.NAME, "how many tokens are used"),
            Option.value("limit", "M", Values.NAME, "of how many")),
        List.of(
            new Example("tidemark preflight --percent 72.5", "before a long command"),
            new Example("tidemark preflight --used 130000 --limit 200000", "the same in tokens")));
  }

  static Verb approve() {
    return new Verb(
        "approve",
        Group.RUN,
        WRITES,
        "approve a phase, as the user",
        List.of(Argument.required("PHASE", Values.PHASES, "the phase, by name or by number")),
        List.of(
            Option.value("seen", "DIGEST", Values.NAME, "what was shown; nothing else is approved")
                .hidden(),
            Option.value(
                "request-changes", "COMMENT", Values.TEXT, "do not approve; say what to change")),
        List.of(
            new Example("tidemark approve design", "what was designed is what was wanted"),
            new Example(
                "tidemark approve design --request-changes \"Name the error codes\"",
                "the gate stays closed, and the comment is in the agent's next brief")));
  }
}
