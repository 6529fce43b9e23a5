package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for stores and claims.
final class StoreVerbs {
  private StoreVerbs() {}

  static Verb claim() {
    return new Verb(
        "claim",
        Group.TAKING_OVER,
        WRITES,
        "take a run of a shared store for this work tree alone",
        List.of(TakeoverVerbs.run()),
        List.of(
            Option.value(
                "for", "SECONDS", Values.COUNT, "how long it lasts after each change; 900"),
            Option.flag("hold", "stay, and renew it until stopped or taken over")),
        List.of(
            new Example("tidemark claim --run implement/auth", "others are refused from now on"),
            new Example("tidemark claim --run implement/auth --for 60 --hold", "while it runs"),
            new Example("tidemark claim --dry-run", "see who has it")));
  }

  static Verb move() {
    return new Verb(
        "store move",
        Group.HOUSE,
        WRITES,
        "move all runs to a shared store, or back to files",
        List.of(Argument.required("STORE", Values.TEXT, "files, or the address of a database")),
        List.of(
            Option.value("from", "STORE", Values.TEXT, "where they are; left out, what is set")),
        List.of(
            new Example(
                "tidemark store move \"postgresql://db/teams?schema=shop\" --dry-run", "look"),
            new Example("tidemark store move files", "everything back, byte for byte")));
  }

  static Verb sync() {
    return new Verb(
        "store sync",
        Group.HOUSE,
        WRITES,
        "bring files up to date with a shared store, say what differs",
        List.of(),
        List.of(Option.flag("take-files", "record what the files hold where they differ")),
        List.of(
            new Example("tidemark store sync --dry-run", "how the files compare"),
            new Example("tidemark store sync --take-files --run implement/auth", "keep an edit")));
  }

  static Verb sql() {
    return new Verb(
        "store sql",
        Group.HOUSE,
        READS,
        "print the SQL that makes the tables and roles of a shared store",
        List.of(),
        List.of(Option.value("of", "STORE", Values.TEXT, "its address; left out, what is set")),
        List.of(new Example("tidemark store sql", "for the administrator of the database")));
  }

  static Verb release() {
    return new Verb(
        "release",
        Group.TAKING_OVER,
        WRITES,
        "release a claimed run",
        List.of(TakeoverVerbs.run()),
        List.of(),
        List.of(new Example("tidemark release --run implement/auth", "others may take it")));
  }
}
