package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;

import java.util.List;

/// The verbs that Tidemark's own build, tour and tests call.
final class PlumbingVerbs {
  private PlumbingVerbs() {}

  static Verb selfTrain() {
    return new Verb(
        "self-train",
        Group.PLUMBING,
        READS,
        "run the frequent verbs on a scratch project while a start-up cache is recorded",
        List.of(
            Argument.optional(
                "SERVER", Values.oneOf("mcp", "quiet", "steps"), "what it is for, if not all")),
        List.of(),
        List.of(new Example("tidemark self-train", "called when the distribution is built")));
  }

  static Verb crashChild() {
    return new Verb(
        "crash-child",
        Group.PLUMBING,
        READS,
        "write, stop at a named step and wait to be killed",
        List.of(Argument.rest("WORD", Values.TEXT, "the step and what it needs")),
        List.of(),
        List.of(new Example("tidemark crash-child rename", "called by the tour and by tests")));
  }
}
