package dev.tidemark.app.command.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.terminal.InterruptSignal;
import dev.tidemark.app.command.change.GateCommands;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.file.PrivateFile;
import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.runner.RunnerHost;
import dev.tidemark.workflow.CommandSucceeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Host of the runner in a session: its actor, its console, the gates, and signals. Ctrl-C stops
/// the runner after its attempt; a second one, and every other end of the process by a signal, ends
/// the agent, and the attempt is recorded.
final class SessionHost implements RunnerHost, AutoCloseable {
  /// The variables that every agent gets. All others come from the user's own file.
  private static final List<String> VARIABLES =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "TZ", "USER");

  private static final String FILE = "agent.env";

  /// How long a signal waits until the attempt is recorded.
  private static final long SECONDS_MAX = 30;

  private final Session session;
  private final RunProgress progress;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private final InterruptSignal signal;
  private volatile Stop stop = Stop.NO;

  SessionHost(Session session, RunProgress progress) {
    this.session = session;
    this.progress = progress;
    this.hook =
        Thread.ofPlatform()
            .name("runner-end")
            .unstarted(
                () -> {
                  stop = Stop.NOW;
                  awaitEnd();
                });
    Runtime.getRuntime().addShutdownHook(hook);
    this.signal = new InterruptSignal(this::interrupt);
  }

  private void interrupt() {
    stop = stop == Stop.NO ? Stop.AFTER_ATTEMPT : Stop.NOW;
  }

  /// If it takes longer, the supervisor ends the agent when this process has gone.
  private void awaitEnd() {
    try {
      ended.await(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    signal.close();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process ends already.
    }
  }

  @Override
  public Actor actor() {
    return session.actor();
  }

  /// Returns the usual variables, and those in the user's own file `agent.env`: a line `NAME`
  /// passes one on, a line `NAME=value` sets one.
  @Override
  public Map<String, String> environment() {
    var own = session.place().environment();
    var variables = new HashMap<String, String>();
    for (var name : VARIABLES) {
      var value = own.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    for (var line : lines(own)) {
      var entry = line.strip();
      int equals = entry.indexOf('=');
      var name = equals < 0 ? entry : entry.substring(0, equals).strip();
      var value = equals < 0 ? own.get(name) : entry.substring(equals + 1).strip();
      if (!name.isEmpty() && !name.startsWith("#") && value != null) {
        variables.put(name, value);
      }
    }
    return variables;
  }

  private List<String> lines(Map<String, String> own) {
    var folder = UserFolder.of(own);
    if (folder == null) {
      return List.of();
    }
    var file = new PrivateFile(folder.resolve(FILE), session.project().root());
    var flaw = file.accessProblem();
    try {
      if (flaw == null) {
        return file.text().lines().toList();
      }
    } catch (IOException unreadable) {
      flaw = file.path() + " cannot be read";
    }
    session.screen().noteOnce(flaw + "; no variable was taken from it");
    return List.of();
  }

  @Override
  public GateRun runGate(
      Dialect<?> dialect,
      CheckpointId id,
      CommandSucceeded gate,
      Function<Map<String, String>, CommandRunner> supervised) {
    var output = new ByteArrayOutputStream();
    boolean passed = new GateCommands(session).passes(dialect, id, gate, output, supervised);
    return new GateRun(passed, output.toString(UTF_8));
  }

  @Override
  public void progress(String event, int attempt, String text) {
    progress.print(event, attempt, text);
  }

  @Override
  public Stop stop() {
    return stop;
  }
}
