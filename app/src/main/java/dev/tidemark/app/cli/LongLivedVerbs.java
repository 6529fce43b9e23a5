package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;

import java.util.List;

/// The verbs that go on until they are told to stop.
final class LongLivedVerbs {
  private LongLivedVerbs() {}

  static Verb mcp() {
    return new Verb(
        "mcp",
        Group.LONG_LIVED,
        READS,
        "serve agents over the Model Context Protocol on stdio",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark mcp", "what an agent's configuration starts"),
            new Example("tidemark mcp --root ../other", "for another work tree")));
  }

  static Verb serve() {
    return new Verb(
        "serve",
        Group.LONG_LIVED,
        READS,
        "serve people and programs over HTTP, on this machine",
        List.of(),
        List.of(Option.value("port", "N", Values.COUNT, "the port, instead of 7410; 0 = any")),
        List.of(
            new Example("tidemark serve", "prints its address, and once a token to log in with"),
            new Example("tidemark serve --port 0 --json", "for a program that starts it")));
  }

  static Verb watch() {
    return new Verb(
        "watch",
        Group.LONG_LIVED,
        READS,
        "show all runs at a glance, live at a terminal",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark watch", "what waits for you, what runs, what is stuck"),
            new Example("tidemark watch --json", "the same once, for a program")));
  }
}
