package dev.tidemark.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL of one test alone, whose processes are killed with SIGKILL and which is started
/// again on what it left behind. It forces its log, as [PostgresServer] does.
public final class MortalPostgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path data;
  private final int port;
  private EmbeddedPostgres postgres;

  private MortalPostgres(Path data, int port) throws IOException {
    this.data = data;
    this.port = port;
    this.postgres = started();
  }

  /// Starts one that keeps its data in a folder.
  public static MortalPostgres in(Path data) {
    // Where there is none for this machine, this skips the test or fails it, and says so.
    PostgresServer.running();
    try {
      return new MortalPostgres(data, freePort());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static int freePort() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private EmbeddedPostgres started() throws IOException {
    return PostgresServer.forcing()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setPGStartupWait(PATIENCE)
        .setPort(port)
        .start();
  }

  /// Returns the address of the project in that schema.
  public String address(String schema) {
    return "postgresql://postgres@127.0.0.1:" + port + "/postgres?schema=" + schema;
  }

  /// Kills the process that all others of the server belong to, and starts it again at once.
  public void killAll() throws IOException {
    var server = ProcessHandle.of(Long.parseLong(firstLine(data.resolve("postmaster.pid"))));
    var others = server.stream().flatMap(ProcessHandle::descendants).toList();
    server.ifPresent(MortalPostgres::kill);
    // The new one does not share the memory of what is left of the old one, and a start that fails
    // would keep the folder.
    for (var other : others) {
      other.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
    // The server has ended already; the folder is removed.
    postgres.close();
    postgres = started();
  }

  /// Kills a process that serves a connection, after which the server ends all others and recovers.
  ///
  /// @return whether there was one
  public boolean killOne() {
    var url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    try (var connection = DriverManager.getConnection(url, "postgres", "postgres");
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "select pid from pg_stat_activity where backend_type = 'client backend'"
                    + " and pid <> pg_backend_pid() order by random() limit 1")) {
      boolean there = found.next();
      if (there) {
        ProcessHandle.of(found.getLong(1)).ifPresent(MortalPostgres::kill);
      }
      return there;
    } catch (SQLException recovering) {
      return false;
    }
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static String firstLine(Path file) {
    try {
      return Files.readAllLines(file).getFirst().strip();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
