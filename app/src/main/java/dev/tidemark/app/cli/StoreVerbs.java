package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// The verbs about where runs are kept, and who works on them.
final class StoreVerbs {
  private StoreVerbs() {}

  static Verb claim() {
    return new Verb(
        "claim",
        Group.TAKING_OVER,
        WRITES,
        "take a run of a shared store for this work tree alone",
        List.of(),
        List.of(
            Option.value(
                "for", "SECONDS", Values.COUNT, "how long it lasts after each change; 900"),
            Option.flag("hold", "stay, and renew it until stopped or taken over")),
        List.of(
            new Example("tidemark claim --run implement/auth", "others are refused from now on"),
            new Example("tidemark claim --run implement/auth --for 60 --hold", "while it runs"),
            new Example("tidemark claim --dry-run", "see who has it")));
  }

  static Verb release() {
    return new Verb(
        "release",
        Group.TAKING_OVER,
        WRITES,
        "give a claimed run back to everybody",
        List.of(),
        List.of(),
        List.of(new Example("tidemark release --run implement/auth", "others may take it")));
  }
}
