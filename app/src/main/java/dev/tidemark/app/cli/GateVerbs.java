package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for gates.
final class GateVerbs {
  private GateVerbs() {}

  static Verb find(String name) {
    return switch (name) {
      case "gate set" -> set();
      case "gate run" -> run();
      case "gate preview" -> preview();
      default -> gate();
    };
  }

  private static Verb gate() {
    return new Verb(
        "gate",
        Group.TAKING_OVER,
        WRITES,
        "show the gates of a run, or ask one of them",
        List.of(
            Argument.optional(
                "NAME",
                Values.NAME,
                "one gate, by name; ship = the ship gate, which needs no run")),
        List.of(
            Option.flag("force", "ship: go on although it is closed"),
            Option.value("reason", "TEXT", Values.TEXT, "ship: why it is forced")),
        List.of(
            new Example("tidemark gate", "all gates of the open run"),
            new Example("tidemark gate tests", "one of them; exit code 3 if it is closed"),
            new Example("tidemark gate ship", "may this be shipped?"),
            new Example(
                "tidemark gate ship --force --reason \"The outage is worse\"",
                "go on in spite of it; the reason stands in the history")));
  }

  private static Verb set() {
    return new Verb(
        "gate set",
        Group.TAKING_OVER,
        WRITES,
        "record what a review came to, for exactly what is there now",
        List.of(
            Argument.optional(
                "NAME", Values.NAME, "a gate that asks for a review; left out, the ship gate")),
        List.of(
            Option.value("allowed", "ANSWER", Values.oneOf("true", "false"), "may it go on?"),
            Option.value("blocker", "TEXT", Values.TEXT, "what speaks against it").repeated()),
        List.of(
            new Example("tidemark gate set --allowed true", "the review passed"),
            new Example(
                "tidemark gate set --allowed false --blocker \"2 tests failing\"",
                "it did not, and why"),
            new Example("tidemark gate set review --allowed true", "for a gate of the run")));
  }

  private static Verb run() {
    return new Verb(
        "gate run",
        Group.TAKING_OVER,
        WRITES,
        "run the command that a gate asks for, and record how it ended",
        List.of(Argument.required("NAME", Values.NAME, "the gate")),
        List.of(),
        List.of(new Example("tidemark gate run tests", "as the workflow's definition says")));
  }

  private static Verb preview() {
    return new Verb(
        "gate preview",
        Group.TAKING_OVER,
        WRITES,
        "wait for the preview deployment, or say what became of it",
        List.of(),
        List.of(
            Option.value(
                "status",
                "STATUS",
                Values.oneOf("ready", "building", "pending", "failed"),
                "how it stands; left out, Vercel or gh is asked"),
            Option.value("url", "URL", Values.TEXT, "where it can be seen")),
        List.of(
            new Example("tidemark gate preview", "wait as long as the project says"),
            new Example("tidemark gate preview --status ready --url https://x.test", "it is up"),
            new Example("tidemark gate preview --status failed", "it is not")));
  }
}
