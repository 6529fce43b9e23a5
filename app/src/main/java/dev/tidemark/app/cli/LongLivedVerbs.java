package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs that run until they are stopped.
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
        List.of(
            Option.value("port", "N", Values.COUNT, "the port, instead of 7410; 0 = any"),
            Option.value("address", "ADDRESS", Values.NAME, "the address, instead of 127.0.0.1"),
            Option.value("tls", "FILE", Values.FILES, "speak TLS, with this PKCS #12 key store"),
            Option.flag("behind-proxy", "a proxy in front of it terminates TLS"),
            Option.value("host", "NAME", Values.NAME, "what else it is called").repeated()),
        List.of(
            new Example("tidemark serve", "prints its address, and once a token to log in with"),
            new Example("tidemark serve --port 0 --json", "for a program that starts it"),
            new Example(
                "tidemark serve --address 0.0.0.0 --tls keys.p12 --host build.example.org",
                "for a team; the password is in TIDEMARK_TLS_PASSWORD")));
  }

  static Verb serveToken() {
    return new Verb(
        "serve token",
        Group.LONG_LIVED,
        WRITES,
        "say who may ask the server for what",
        List.of(
            Argument.required("ACTION", Values.oneOf("add", "list", "remove"), "what to do"),
            Argument.optional("NAME", Values.NAME, "whose token it is")),
        List.of(
            Option.value(
                    "scope",
                    "SCOPE",
                    Values.oneOf("read", "write", "approve"),
                    "what it is for, instead of read and write")
                .repeated()),
        List.of(
            new Example("tidemark serve token add build --scope read", "prints it, once"),
            new Example(
                "tidemark serve token add ann --scope read --scope approve",
                "for a user who logs in; only a person at a terminal may"),
            new Example("tidemark serve token list", "who has one"),
            new Example("tidemark serve token remove ann", "from the next request on")));
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
