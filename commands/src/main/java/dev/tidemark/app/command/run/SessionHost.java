package dev.tidemark.app.command.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.command.change.GateCommands;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.file.PrivateFile;
import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.app.socket.CallSocket;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.runner.RunnerHost;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.CommandSucceeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Host of the runner in a session: its actor, its progress and its gates.
final class SessionHost implements RunnerHost {
  /// The variables that every agent gets. All others come from the user's own file.
  private static final List<String> VARIABLES =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "TZ", "USER");

  private static final String FILE = "agent.env";

  private final Session session;
  private final Progress progress;
  private final Supplier<Stop> stop;
  private final @Nullable Publication publication;

  /// Takes notice of what the runner does.
  interface Progress {
    void print(String event, int attempt, String text);
  }

  /// Makes the files of a phase available to other machines.
  interface Publication {
    /// Commits and pushes what was changed.
    ///
    /// @return why that is not possible; null if it is done
    @Nullable String publish(PhaseName phase, int attempt);
  }

  /// @param stop what the user wants by now
  /// @param publication for a run that other machines go on with; absent for one of this work tree
  SessionHost(
      Session session, Progress progress, Supplier<Stop> stop, @Nullable Publication publication) {
    this.session = session;
    this.progress = progress;
    this.stop = stop;
    this.publication = publication;
  }

  @Override
  public Actor actor() {
    return session.actor();
  }

  /// Returns the usual variables, and those in the user's own file `agent.env`: a line `NAME`
  /// passes one on, a line `NAME=value` sets one; and the socket for the calls of an agent.
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
    try {
      var calls = CallSocket.listening(session.project().root());
      if (calls != null) {
        variables.put(CALLS, calls.toString());
      }
    } catch (IOException hidden) {
      session.screen().noteOnce("agents cannot record anything: " + DiskReason.located(hidden));
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
  public @Nullable String publish(PhaseName phase, int attempt) {
    return publication == null ? null : publication.publish(phase, attempt);
  }

  @Override
  public boolean isQueued() {
    return publication != null;
  }

  @Override
  public Stop stop() {
    return stop.get();
  }
}
