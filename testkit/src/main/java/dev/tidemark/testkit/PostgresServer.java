package dev.tidemark.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// A real PostgreSQL, on a port of the loopback and for as long as the process lives, with the
/// settings that a real one has: what it has confirmed is on the disk.
///
/// Where there are no binaries for this machine, tests that need one are skipped and say so; with
/// `TIDEMARK_CI=1` they fail.
public final class PostgresServer {
  private static final String USER = "postgres";
  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static final Object STARTING = new Object();
  private static @Nullable PostgresServer running;

  private final EmbeddedPostgres postgres;

  private PostgresServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /// Returns the server of this process, which is started when it is first asked for.
  public static PostgresServer running() {
    synchronized (STARTING) {
      var known = running;
      if (known == null) {
        boolean here =
            System.getProperty("os.name", "").equals("Linux")
                && System.getProperty("os.arch", "").equals("amd64");
        boolean needed = "1".equals(System.getenv("TIDEMARK_CI"));
        Assumptions.assumeTrue(here || needed, "no PostgreSQL for this machine");
        known = new PostgresServer(started());
        running = known;
      }
      return known;
    }
  }

  private static EmbeddedPostgres started() {
    try {
      return forcing().start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Returns what makes a server whose confirmations mean that the disk has it.
  static EmbeddedPostgres.Builder forcing() {
    return EmbeddedPostgres.builder()
        // On a busy machine the ten seconds of the library are too short.
        .setPGStartupWait(Duration.ofMinutes(1))
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "on");
  }

  /// Returns the port.
  public int port() {
    return postgres.getPort();
  }

  /// Returns the address of a project of its own.
  public String fresh() {
    return address("test_" + SCHEMAS.incrementAndGet());
  }

  /// Returns the address of the project in that schema.
  public String address(String schema) {
    return address(schema, port(), USER);
  }

  /// Returns the address of the project in that schema, by way of another port or as somebody else.
  public String address(String schema, int port, String user) {
    return "postgresql://" + user + "@127.0.0.1:" + port + "/postgres?schema=" + schema;
  }

  /// Does something to the database behind everybody's back.
  ///
  /// @param sql with `?` for the arguments
  public int execute(String schema, String sql, @Nullable Object... arguments) {
    try (var connection = connect(schema);
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      statement.execute();
      return Math.max(0, statement.getUpdateCount());
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /// Opens a connection of an administrator.
  public Connection connect(String schema) throws SQLException {
    var url = "jdbc:postgresql://127.0.0.1:" + port() + "/postgres?currentSchema=" + schema;
    return DriverManager.getConnection(url, USER, "postgres");
  }
}
