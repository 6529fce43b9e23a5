package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.ServerHook;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// MCP training run, the hidden verb `self-train mcp`: a session with the server in a scratch
/// project, long enough to record the classes and profile the methods.
final class ServerTraining {
  private static final int ROUNDS = 40;
  private static final int LOOKS = 12;

  /// The events of a client that sends its hooks to the server, as Claude Code fills them in.
  private static final List<String> EVENTS =
      List.of(
          "\"event\":\"UserPromptSubmit\",\"prompt\":\"Go on\"",
          "\"event\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":"
              + "\"{\\\"command\\\":\\\"rm -r .tidemark\\\"}\"",
          "\"event\":\"PreToolUse\",\"tool_name\":\"Edit\",\"tool_input\":"
              + "\"{\\\"file_path\\\":\\\"a.ts\\\"}\"",
          "\"event\":\"Stop\",\"transcript_path\":\"\"");

  private static final String SESSION =
      """
      {"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{"elicitation":{}},"clientInfo":{"name":"training","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":"b","method":"tools/list"}
      {"jsonrpc":"2.0","id":"c","method":"resources/list"}
      {"jsonrpc":"2.0","id":"d","method":"prompts/list"}
      {"jsonrpc":"2.0","id":"e","method":"ping"}
      {"jsonrpc":"2.0","id":"f","method":"nonsense"}
      {"jsonrpc":"2.0","id":"g","method":"server/discover","params":{"_meta":{\
      "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{}}}}
      """;

  private final ProcessContext place;
  private final StringBuilder lines = new StringBuilder(SESSION);
  private int id;

  ServerTraining(ProcessContext place) {
    this.place = place;
  }

  ExitCode run(Path folder) {
    script();
    var in = new ByteArrayInputStream(lines.toString().getBytes(UTF_8));
    var sink = new ByteArrayOutputStream();
    var there = new ProcessContext(folder, Map.of(), in, place.opener(), place.program());
    var streams = new CommandLine.Streams(sink, sink, Terminal.NONE);
    return new CommandLine(streams, there).run("mcp");
  }

  private void script() {
    call("update", "\"action\":\"start\",\"workflow\":\"implement\",\"item\":\"auth\"");
    for (int round = 0; round < ROUNDS; round++) {
      call("update", "\"action\":\"enter\",\"phase\":\"implementation\"");
      call(
          "update",
          "\"action\":\"done\",\"phase\":\"implementation\",\"summary\":\"Works.\","
              + "\"created\":[\"a.ts\"],\"modified\":[\"b.ts\"],\"decisions\":[\"Yes.\"]");
      for (int look = 0; look < LOOKS; look++) {
        call("check", "\"what\":\"context\",\"percent\":50");
      }
      call("status", "");
      call("status", "\"run\":\"implement/auth\"");
      call("resume", "");
      call("history", "\"limit\":5");
      call("update", "\"action\":\"nonsense\"");
      for (var event : EVENTS) {
        hook(event);
      }
      read("tidemark://brief");
      read("tidemark://checkpoint/state/implement/auth");
    }
    call("approve", "\"phase\":\"implementation\"");
    call("update", "\"action\":\"finish\"");
  }

  private void call(String tool, String arguments) {
    send("tools/call", "{\"name\":\"tidemark_" + tool + "\",\"arguments\":{" + arguments + "}}");
  }

  private void hook(String event) {
    send(
        "tools/call",
        "{\"name\":\""
            + ServerHook.TOOL
            + "\",\"arguments\":{\"agent\":\"claude-code\",\"session_id\":\"s\","
            + event
            + "}}");
  }

  private void read(String uri) {
    send("resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  private void send(String method, String params) {
    lines.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id++);
    lines.append(",\"method\":\"").append(method).append("\",\"params\":");
    lines.append(params).append("}\n");
  }
}
