package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `tidemark mcp` as a process that an agent keeps for a session: started by a handshake, asked
/// line by line, and ended by the end of its input or by a kill.
public final class ServerProcess implements AutoCloseable {
  private static final int PATIENCE = 60;

  private final Process process;
  private final BufferedReader answers;
  private int id;

  private ServerProcess(Process process) {
    this.process = process;
    this.answers = process.inputReader(UTF_8);
  }

  /// Starts a server where the harness stands, for a client of that name that cannot show forms.
  public static ServerProcess start(CommandLineHarness harness, String client) {
    return start(harness, client, List.of("mcp"));
  }

  /// Starts a server that blocks for good at a step of its first change.
  static ServerProcess stopping(CommandLineHarness harness, String step) {
    return start(harness, "codex-mcp-client", List.of("crash-child", step, "--", "mcp"));
  }

  private static ServerProcess start(CommandLineHarness harness, String client, List<String> verb) {
    var words = ChildProcess.program();
    words.addAll(verb);
    try {
      var builder = new ProcessBuilder(words).directory(harness.folder().toFile());
      builder.redirectError(Redirect.DISCARD).environment().clear();
      builder.environment().putAll(harness.environment());
      var server = new ServerProcess(builder.start());
      server.ask(
          "initialize",
          "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\""
              + client
              + "\",\"version\":\"1\"}}");
      server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Calls a tool and returns the data of its answer, whether it was done or refused.
  public JsonObject call(String tool, JsonObject arguments) {
    var params = JsonObject.builder().add("name", tool).add("arguments", arguments).build();
    var data = ask("tools/call", JsonText.compact(params)).object("structuredContent");
    if (data == null) {
      throw new AssertionError(tool + " answered without data");
    }
    return data;
  }

  /// Sends a request and returns the result.
  public JsonObject ask(String method, String params) {
    int number = ++id;
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(number, method, params));
    var line = read();
    Json answer = JsonText.parse(line);
    var result = answer instanceof JsonObject object ? object.object("result") : null;
    if (result == null || !line.contains("\"id\":" + number)) {
      throw new AssertionError(method + " was answered with " + line);
    }
    return result;
  }

  private void send(String line) {
    try {
      var out = process.getOutputStream();
      out.write((line + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String read() {
    try {
      var line = answers.readLine();
      if (line == null) {
        throw new AssertionError("the server ended without an answer");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until a server that blocks at a step has come there.
  void awaitStop() {
    assertThat(read()).isEqualTo("READY");
  }

  /// Kills the server as a crash of the agent does.
  public void kill() {
    process.destroyForcibly();
    ended();
  }

  /// Ends the input and returns the exit code.
  public int end() {
    try {
      process.getOutputStream().close();
      return ended();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int ended() {
    try {
      if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the server did not end within " + PATIENCE + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
