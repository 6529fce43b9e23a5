package dev.tidemark.stores.postgres.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// Schema migrations: the numbered changes of the tables, each in a transaction of its own.
public final class Migrations {
  private static final List<String> FILES =
      List.of("001-runs.sql", "002-beside.sql", "003-claims.sql");

  /// The current schema version.
  static final int VERSION = FILES.size();

  /// The oldest program version that may use the tables after all of them, see
  /// [ServerRequirements].
  private static final int READER = 1;

  /// The key of the advisory lock held while tables are changed: any otherwise unused number.
  private static final long LOCK = 0x7469_6465_6d61_726bL;

  private Migrations() {}

  /// Returns everything as one script, for where programs may not change tables. It is idempotent:
  /// completed migrations are skipped.
  public static String script(String schema) {
    var script = new StringBuilder();
    script.append("-- Tidemark ").append(VERSION).append(" in the schema ").append(schema);
    script.append(". Run it with psql -v ON_ERROR_STOP=1.\n");
    script.append(home(schema)).append('\n');
    for (int number = 1; number <= VERSION; number++) {
      script.append("\nbegin;\nset local search_path = ").append(schema).append(";\n");
      script.append("do $migration$ begin\nif not exists (select from migration where version = ");
      script.append(number).append(") then\n").append(text(number)).append(noted(number));
      script.append("\nend if;\nend $migration$;\ncommit;\n");
    }
    return script.toString();
  }

  private static String home(String schema) {
    return "create schema if not exists "
        + schema
        + ";\ncreate table if not exists "
        + schema
        + ".migration (\n  version int primary key,\n  reader int not null,\n"
        + "  applied_at timestamptz not null default clock_timestamp()\n);";
  }

  private static String noted(int number) {
    return "insert into migration (version, reader) values (" + number + ", " + READER + ");";
  }

  /// Applies the missing migrations. Concurrent callers wait.
  ///
  /// @param schema a name that needs no quotes
  public static void apply(Connection connection, String schema) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("select pg_advisory_xact_lock(" + LOCK + ")");
      statement.execute(home(schema));
      connection.commit();
      for (int number = 1; number <= VERSION; number++) {
        statement.execute("select pg_advisory_xact_lock(" + LOCK + ")");
        boolean missing;
        var asked = "select 1 from migration where version = " + number;
        try (var found = statement.executeQuery(asked)) {
          missing = !found.next();
        }
        if (missing) {
          statement.execute(text(number));
          statement.execute(noted(number));
        }
        connection.commit();
      }
      connection.setAutoCommit(true);
    }
  }

  /// Returns one of them.
  private static String text(int number) {
    var name = FILES.get(number - 1);
    try (var input = Migrations.class.getResourceAsStream(name)) {
      if (input == null) {
        throw new IllegalStateException("the program lacks its part " + name);
      }
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }
}
