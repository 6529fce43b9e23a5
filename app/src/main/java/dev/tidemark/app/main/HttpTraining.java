package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.HttpFrontend;
import dev.tidemark.app.http.exchange.HttpLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// HTTP training run, the hidden verb `self-train serve`: a server in a scratch project, with the
/// requests of a page, a program and an agent.
final class HttpTraining {
  private static final String TOKEN = "training";
  private static final int ROUNDS = 20;
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";

  private static final List<String> LOOKS =
      List.of(
          "/healthz",
          "/",
          "/api/session",
          "/api/overview",
          "/api/runs",
          RUN,
          RUN + "/brief",
          RUN + "/history?limit=5",
          RUN + "/diff",
          RUN + "/plan",
          RUN + "/gates",
          RUN + "/why",
          "/api/runs/state%2Fno%2Fwhere",
          "/metrics",
          "/nowhere");

  private static final List<List<String>> CHANGES =
      List.of(
          List.of(RUN + "/changes", "{\"action\":\"enter\",\"phase\":\"implementation\"}"),
          List.of(
              RUN + "/changes",
              "{\"action\":\"done\",\"phase\":\"implementation\",\"summary\":\"Works.\"}"),
          List.of("/login", "{\"token\":\"training\"}"),
          List.of(
              "/mcp",
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                  + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  + "\"clientInfo\":{\"name\":\"training\",\"version\":\"1\"}}}"));

  private final ProcessContext place;

  HttpTraining(ProcessContext place) {
    this.place = place;
  }

  /// @param folder a project with the run `implement/auth`
  void run(Path folder) throws IOException {
    var sink = new ByteArrayOutputStream();
    var streams = new CommandLine.Streams(sink, sink, Terminal.NONE);
    var nothing = InputStream.nullInputStream();
    var there = new ProcessContext(folder, Map.of(), nothing, place.opener(), place.program());
    var parsedCommand = (ParsedCommand) CommandRegistry.parse("serve", "--port", "0");
    var console = new Console(sink, sink, OutputOptions.of(Terminal.NONE, parsedCommand));
    var serving = new ServeCommand(streams, there, new Session(parsedCommand, console, there));
    HttpFrontend.prepare();
    try (var door = serving.open(TOKEN, HttpLimits.USUAL)) {
      // As far as later training runs do not depend on it.
      ServeCommand.ending(door, new CountDownLatch(1));
      serving.show(door.url(), TOKEN);
      for (int round = 0; round < ROUNDS; round++) {
        for (var path : LOOKS) {
          ask(door.port(), "GET " + path, "");
        }
        // Few enough to stay below the rate limit.
        for (var change : round < 2 ? CHANGES : CHANGES.subList(0, 2)) {
          ask(door.port(), "POST " + change.getFirst(), change.getLast());
        }
      }
    }
  }

  /// Sends a request through a plain socket, whose classes the server needs as well.
  private static void ask(int port, String what, String body) throws IOException {
    try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      var text =
          what
              + " HTTP/1.1\r\nHost: 127.0.0.1:"
              + port
              + "\r\nAuthorization: Bearer "
              + TOKEN
              + "\r\nAccept: application/json, text/event-stream"
              + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
              + body.getBytes(UTF_8).length
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(text.getBytes(UTF_8));
      socket.getInputStream().readAllBytes();
    }
  }
}
