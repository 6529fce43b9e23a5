package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs that run until they are stopped.
final class LongLivedVerbs {
  private LongLivedVerbs() {}

  static CommandSpec mcp() {
    return new CommandSpec(
        "mcp",
        CommandGroup.SERVERS,
        READS,
        "serve agents over the Model Context Protocol on stdio",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark mcp", "started by an agent's configuration"),
            new Example("tidemark mcp --root ../other", "for another working tree")));
  }

  static CommandSpec serve() {
    return new CommandSpec(
        "serve",
        CommandGroup.SERVERS,
        READS,
        "serve the dashboard and the HTTP API",
        List.of(),
        List.of(
            Option.value("port", "N", ValueKind.COUNT, "the port; default 7410; 0 = any free one"),
            Option.value("address", "ADDRESS", ValueKind.NAME, "the address; default 127.0.0.1"),
            Option.value("tls", "FILE", ValueKind.FILES, "serve TLS with this PKCS #12 key store"),
            Option.flag("behind-proxy", "a reverse proxy terminates TLS"),
            Option.value("host", "NAME", ValueKind.NAME, "another host name of the server")
                .repeated()),
        List.of(
            new Example("tidemark serve", "prints the address, and once a login token"),
            new Example("tidemark serve --port 0 --json", "for a program that starts it"),
            new Example(
                "tidemark serve --address 0.0.0.0 --tls keys.p12 --host build.example.org",
                "for a team; the password is in TIDEMARK_TLS_PASSWORD")));
  }

  static CommandSpec serveToken() {
    return new CommandSpec(
        "serve token",
        CommandGroup.SERVERS,
        WRITES,
        "manage API tokens",
        List.of(
            Argument.required("ACTION", ValueKind.oneOf("add", "list", "remove"), "the action"),
            Argument.optional("NAME", ValueKind.NAME, "the user of the token")),
        List.of(
            Option.value(
                    "scope",
                    "SCOPE",
                    ValueKind.oneOf("read", "write", "approve"),
                    "a permission; default: read and write")
                .repeated()),
        List.of(
            new Example("tidemark serve token add build --scope read", "print the new token, once"),
            new Example(
                "tidemark serve token add ann --scope read --scope approve",
                "for a user who logs in; needs a terminal"),
            new Example("tidemark serve token list", "list the users with a token"),
            new Example("tidemark serve token remove ann", "revoke it at once")));
  }

  static CommandSpec watch() {
    return new CommandSpec(
        "watch",
        CommandGroup.SERVERS,
        READS,
        "show a live overview of all runs",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark watch", "runs that wait for you, are active or stuck"),
            new Example("tidemark watch --json", "once, for a program")));
  }
}
