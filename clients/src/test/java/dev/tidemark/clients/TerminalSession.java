package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;

/// A session of a client on a pseudo-terminal, which script(1) makes, with a user who reads the
/// screen and types.
final class TerminalSession implements AutoCloseable {
  private static final int ROWS = 60;
  private static final int COLUMNS = 140;
  private static final int PATIENCE_SECONDS = 90;

  private final ModelServer model;
  private final Namespace network;
  private final Process process;
  private final Screen screen = new Screen(ROWS, COLUMNS);

  private TerminalSession(ModelServer model, Namespace network, Process process) {
    this.model = model;
    this.network = network;
    this.process = process;
  }

  /// Starts a client whose model answers by a script.
  static TerminalSession start(
      Workspace workspace, List<String> command, Map<String, String> environment, Script script)
      throws IOException {
    var turns = new ConcurrentLinkedDeque<>(script.turns());
    var model = ModelServer.start(request -> Session.next(request, turns, script));
    var network = Namespace.leadingTo(model.address());
    var line = "stty rows " + ROWS + " cols " + COLUMNS + "; exec \"$@\"";
    var quoted = new StringBuilder("exec sh -c '" + line + "' sh");
    for (var word : network.inside(command)) {
      quoted.append(" '").append(word.replace("'", "'\\''")).append('\'');
    }
    var builder =
        new ProcessBuilder("script", "-qfec", quoted.toString(), "/dev/null")
            .directory(workspace.root().toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("SHELL", "/bin/sh");
    var session = new TerminalSession(model, network, builder.start());
    Thread.ofPlatform().daemon().start(session::read);
    return session;
  }

  private void read() {
    try (var from = process.inputReader(UTF_8)) {
      var piece = new char[8192];
      for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
        screen.take(new String(piece, 0, length));
      }
    } catch (IOException ended) {
      // The terminal is gone: nothing more is shown.
    }
  }

  /// Waits until a text is on the screen, and returns the screen.
  String see(String text) {
    for (int i = 0; i < 10 * PATIENCE_SECONDS; i++) {
      var shown = screen.text();
      if (shown.contains(text)) {
        return shown;
      }
      if (!process.isAlive()) {
        throw new AssertionError("ended with " + process.exitValue() + ":\n" + shown);
      }
      pause();
    }
    throw new AssertionError("not shown: " + text + "\n" + screen.text());
  }

  /// Types keys; `\r` is Enter.
  void type(String keys) {
    try {
      var to = process.getOutputStream();
      to.write(keys.getBytes(UTF_8));
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(screen.text(), e);
    }
  }

  /// Waits for a question, and types keys until it is gone: a client may ignore a key that comes
  /// before it is ready.
  void answer(String question, String keys) {
    see(question);
    for (int i = 0; i < 20 && screen.text().contains(question); i++) {
      type(keys);
      for (int k = 0; k < 30 && screen.text().contains(question); k++) {
        pause();
      }
    }
  }

  /// Types a prompt and sends it, once it stands on the screen.
  void send(String prompt) {
    type(prompt);
    see(prompt);
    type("\r");
  }

  List<ModelRequest> requests() {
    return model.requests();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    var all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    network.close();
    model.close();
  }
}
