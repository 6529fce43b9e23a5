package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for resuming and inspecting runs.
final class TakeoverVerbs {
  private TakeoverVerbs() {}

  static Argument run() {
    return Argument.optional("RUN", Values.RUNS, "the run; left out, the one that is open");
  }

  static Verb resume() {
    return new Verb(
        "resume",
        Group.TAKING_OVER,
        WRITES,
        "tell a fresh session where to go on and what it must know",
        List.of(run()),
        List.of(
            Option.value("phase", "PHASE", Values.PHASES, "resume at this phase instead"),
            Option.flag("full", "everything, however long; the whole journal is checked")),
        List.of(
            new Example("tidemark resume", "the one open run"),
            new Example("tidemark resume --phase design", "at a phase of your choice"),
            new Example("tidemark resume implement/auth --json", "for a program")));
  }

  static Verb why() {
    return new Verb(
        "why",
        Group.TAKING_OVER,
        READS,
        "name the fact behind the last refusal or doubt, and what to do",
        List.of(run()),
        List.of(),
        List.of(
            new Example("tidemark why", "after something was refused, or work may not go on"),
            new Example("tidemark why implement/auth --json", "for a program")));
  }

  static Verb status() {
    return new Verb(
        "status",
        Group.TAKING_OVER,
        READS,
        "show the phases of a run and how far each has come",
        List.of(run()),
        List.of(
            Option.flag("steps", "only the steps, as a phase checkpoint words them"),
            Option.flag("box", "in a frame of 72 columns, with what to do about a failure")),
        List.of(
            new Example("tidemark status", "the one open run"),
            new Example("tidemark status auth", "by a short name, where only one run has it")));
  }

  static Verb workflows() {
    return new Verb(
        "workflows",
        Group.TAKING_OVER,
        READS,
        "list the workflows that can be started, with their phases",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark workflows", "built-in ones and the project's own"),
            new Example("tidemark workflows --json", "for a program")));
  }

  static Verb list() {
    return new Verb(
        "list",
        Group.TAKING_OVER,
        READS,
        "list the open runs of the project",
        List.of(),
        List.of(
            Option.flag("all", "finished runs too"),
            Option.value(
                    "names",
                    "WHAT",
                    Values.oneOf("runs", "phases"),
                    "only names, one a line, for completion")
                .hidden()),
        List.of(
            new Example("tidemark list", "what is open, in whatever dialect"),
            new Example("tidemark list --all --json", "everything, for a program")));
  }
}
