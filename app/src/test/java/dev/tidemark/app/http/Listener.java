package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/// Reads an answer that goes on, event by event.
public final class Listener implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader lines;

  Listener(Socket socket) throws IOException {
    this.socket = socket;
    this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /// Returns the lines of the next event that has a name, without the marks of the pieces it came
  /// in.
  public List<String> next() {
    var event = new ArrayList<String>();
    try {
      while (true) {
        var line = lines.readLine();
        if (line == null) {
          throw new AssertionError("the server ended the events after " + event);
        }
        if (line.matches("(id|event|data): .*")) {
          event.add(line);
        }
        if (line.isEmpty() && event.stream().anyMatch(each -> each.startsWith("event: "))) {
          return event;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the next event that tells which run has changed.
  List<String> change() {
    var event = next();
    while (!event.contains("event: changed") || event.contains("data: {\"runs\":[]}")) {
      event = next();
    }
    return event;
  }

  /// Returns all that comes until the server ends the events.
  public String rest() {
    try {
      var text = new StringBuilder();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        text.append(line).append('\n');
        if (line.equals("0")) {
          break;
        }
      }
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
