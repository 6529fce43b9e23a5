package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// The verbs that write something down without taking a step.
final class NoteVerbs {
  private NoteVerbs() {}

  static Verb note() {
    return new Verb(
        "note",
        Group.RUN,
        WRITES,
        "write something down about the phase under way",
        List.of(),
        List.of(
            Option.value("decision", "TEXT", Values.TEXT, "a choice later phases build on")
                .repeated(),
            Option.value("created", "FILE", Values.FILES, "a file the phase created").repeated(),
            Option.value("modified", "FILE", Values.FILES, "a file the phase changed").repeated(),
            Option.value("state", "TEXT", Values.TEXT, "item: where things stand").ofProtocol(),
            ProtocolOptions.BEFORE_SPAWN),
        List.of(new Example("tidemark note --decision \"Keep the old API\"", "a choice")));
  }

  static Verb task() {
    return new Verb(
        "task",
        Group.RUN,
        WRITES,
        "add a task to the phase under way, or say how far it has come",
        List.of(
            Argument.required("STEP", Values.oneOf("add", "start", "done", "fail"), "what to do"),
            Argument.required("TASK", Values.TEXT, "the task's text or id")),
        ProtocolOptions.OF_TASKS,
        List.of(
            new Example("tidemark task add \"Write the tests\"", "put it on the list"),
            new Example("tidemark task done \"Write the tests\"", "check it off")));
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
                .hidden()),
        List.of(new Example("tidemark approve design", "what was designed is what was wanted")));
  }
}
