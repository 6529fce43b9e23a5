package dev.tidemark.stores.postgres.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// Schema migrations: the numbered changes of the tables, each in a transaction of its own, and the
/// roles for those who may use them.
public final class Migrations {
  private static final List<String> FILES =
      List.of(
          "001-runs.sql", "002-beside.sql", "003-claims.sql", "004-work.sql", "005-claimed.sql");

  /// The current schema version.
  static final int VERSION = FILES.size();

  /// The oldest program version that may use the tables after all of them, see [Database].
  private static final int READER = 1;

  /// The roles and their privileges. Roles belong to the whole server, so each schema has its own.
  private static final String ROLES =
      """

      -- Roles without login: grant them to those who log in.
      --   SCHEMA_reader  looks
      --   SCHEMA_writer  changes runs, and cannot change or remove what is recorded
      --   SCHEMA_keeper  may also prune, redact and move runs away
      do $$ begin
        if not exists (select from pg_roles where rolname = 'SCHEMA_reader') then
          create role SCHEMA_reader nologin;
        end if;
        if not exists (select from pg_roles where rolname = 'SCHEMA_writer') then
          create role SCHEMA_writer nologin;
        end if;
        if not exists (select from pg_roles where rolname = 'SCHEMA_keeper') then
          create role SCHEMA_keeper nologin;
        end if;
      end $$;
      grant SCHEMA_reader to SCHEMA_writer;
      grant SCHEMA_writer to SCHEMA_keeper;
      grant usage on schema SCHEMA to SCHEMA_reader;
      grant select on all tables in schema SCHEMA to SCHEMA_reader;
      grant insert on SCHEMA.run, SCHEMA.segment, SCHEMA.record, SCHEMA.fragment, SCHEMA.aside
        to SCHEMA_writer;
      grant update on SCHEMA.run to SCHEMA_writer;
      grant insert, update, delete on SCHEMA.kept, SCHEMA.summary, SCHEMA.cursor, SCHEMA.work,
        SCHEMA.work_drain to SCHEMA_writer;
      grant update, delete on SCHEMA.run, SCHEMA.segment, SCHEMA.record, SCHEMA.fragment
        to SCHEMA_keeper;
      grant update on SCHEMA.aside to SCHEMA_keeper;
      """;

  /// The key of the advisory lock held while tables are changed: any otherwise unused number.
  private static final long LOCK = 0x7469_6465_6d61_726bL;

  private Migrations() {}

  /// Returns the tables and roles as one script, for administrators, and for where programs may not
  /// change tables. It is idempotent: completed migrations are skipped.
  ///
  /// @param schema a name that needs no quotes
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
    return script.append(ROLES.replace("SCHEMA", schema)).toString();
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
