package dev.tidemark.app.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import dev.tidemark.text.Timestamps;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;

/// Structured log of a server: a line on standard error for each event; with JSON lines, for each
/// request as well.
///
/// Tokens, cookies, bodies and parameters are not logged: a request is logged by the template of
/// its path. Safe for use by many threads.
public final class ServerLog {
  private static final String NAME = "tidemark: ";

  private final OutputStream out;
  private final boolean json;

  /// @param json whether each line is a JSON object; else events are lines of text, and requests
  ///   are not logged
  public ServerLog(OutputStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /// Returns whether each line is a JSON object.
  public boolean isJson() {
    return json;
  }

  /// Logs the start or the end of the server; nothing as text.
  public void info(String event, String url) {
    if (json) {
      write(line("info", event).add("url", url));
    }
  }

  /// Logs an event that an administrator should know of.
  void warn(String event, String message) {
    if (json) {
      write(line("warning", event).add("message", message));
    } else {
      write(NAME + EscapedText.line(message) + "\n");
    }
  }

  /// Logs an unexpected exception.
  public void bug(Throwable bug) {
    var trace = new StringWriter();
    bug.printStackTrace(new PrintWriter(trace));
    if (json) {
      var stack = trace.toString().lines().map(String::strip).toList();
      write(line("error", "bug").add("message", bug.toString()).add("stack", stack));
    } else {
      write(trace.toString());
    }
  }

  /// Logs an answered request.
  ///
  /// @param nanos the time that it took
  public void request(Exchange exchange, long nanos) {
    if (json) {
      write(
          line("info", "request")
              .add("method", exchange.method())
              .addIfPresent("project", exchange.project().isEmpty() ? null : exchange.project())
              .add("route", exchange.route())
              .add("status", exchange.status())
              .add("ms", nanos / 1_000_000)
              .add("address", exchange.remote())
              .addOrNull("user", exchange.userName()));
    }
  }

  private static JsonObject.Builder line(String level, String event) {
    return JsonObject.builder()
        .add("at", Timestamps.millis(Instant.now()))
        .add("level", level)
        .add("event", event);
  }

  private void write(JsonObject.Builder line) {
    write(EscapedText.json(JsonText.compact(line.build())) + "\n");
  }

  private synchronized void write(String line) {
    try {
      out.write(line.getBytes(UTF_8));
      out.flush();
    } catch (IOException closed) {
      // A server without standard error serves all the same.
    }
  }
}
