package dev.tidemark.app.main;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.socket.CallSocket;
import dev.tidemark.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Server of a user, the hidden verb `server NAME`: executes calls in any project of the user who
/// started it, and the verb that ends it (ADR 133).
///
/// The native client starts it for those who call like its first caller did: the name stands for
/// their home, build, view of the file system and limits. It ends after some time without a call,
/// and when its program or its user's home is not what it was at its start.
final class UserServer {
  private static final Duration IDLE = Duration.ofMinutes(15);
  private static final Duration TICK = Duration.ofSeconds(5);

  /// How long calls in execution may take until the process ends.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Session session;
  private final ProcessContext place;

  UserServer(Session session, ProcessContext place) {
    this.session = session;
    this.place = place.opening(ProjectFactory.lasting(place.opener()));
  }

  /// Specification of `server`.
  static CommandSpec spec() {
    return new CommandSpec(
        "server",
        CommandGroup.PLUMBING,
        READS,
        "execute calls of one user in any project, until none comes",
        List.of(Argument.required("NAME", ValueKind.NAME, "of the socket: user-HASH")),
        List.of(),
        List.of(new Example("tidemark server user-0123456789abcdef", "started by the client")));
  }

  /// Specification of `server stop`.
  static CommandSpec stopSpec() {
    return new CommandSpec(
        "server stop",
        CommandGroup.SERVERS,
        READS,
        "end the servers that the native client has started",
        List.of(),
        List.of(),
        List.of(new Example("tidemark server stop", "for now: the next command may start one")));
  }

  ExitCode serve() throws IOException {
    var name = session.call().required("NAME");
    if (!CallSocket.isUserServer(name)) {
      throw new InputException(
          name + " is not the name of a user's server", "Leave it to bin/tidemark to start one.");
    }
    IdleMemory.watch();
    var program = Program.now();
    var home = place.environment().get("HOME");
    var calls = CallSocket.open(name, new SocketCalls(null, place));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(calls)));
    try {
      while (calls.idle().compareTo(IDLE) < 0
          && Objects.equals(program, Program.now())
          && (home == null || Files.isDirectory(Path.of(home)))) {
        Thread.sleep(TICK);
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.SUCCESS;
  }

  /// Takes no more calls, and lets those in execution end.
  private static void end(CallSocket calls) {
    try {
      calls.close();
      calls.drain(PATIENCE);
    } catch (IOException left) {
      // The next server of the user removes the socket.
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  ExitCode stop() throws IOException {
    int ended = 0;
    for (var server : CallSocket.userServers()) {
      if (server.destroy()) {
        await(server);
        ended++;
      }
    }
    var json = JsonObject.builder().add("ok", true).add("ended", ended).build();
    session.show(json, List.of(ended == 1 ? "ended 1 server" : "ended " + ended + " servers"));
    return ExitCode.SUCCESS;
  }

  private static void await(ProcessHandle server) throws IOException {
    try {
      server.onExit().get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException busy) {
      throw new IOException("server " + server.pid() + " has not ended", busy);
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug);
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  /// The first file of the class path, as it is now: a program that was replaced must not go on.
  private record Program(long size, long modified, @Nullable Object key) {
    static @Nullable Program now() {
      var path = System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0];
      try {
        var found = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
        return new Program(found.size(), found.lastModifiedTime().toMillis(), found.fileKey());
      } catch (IOException gone) {
        return null;
      }
    }
  }
}
