package dev.tidemark.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.Migrations;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What all steps together make of an empty database: `golden/schema.txt`, which
/// `-Dtidemark.write=true` writes anew. Whoever changes a step that was shipped, or forgets the
/// roles for a new table, sees it there.
class PostgresSchemaTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/schema.txt");

  private final PostgresServer server = PostgresServer.running();

  @Test
  void the_printed_script_makes_what_was_written_down() throws Exception {
    var schema = "schema_" + System.nanoTime();
    String found;
    try (var connection = server.connect(schema);
        var statement = connection.createStatement()) {
      statement.execute(PostgresStore.script(schema));
      found = Described.of(connection, schema);
    }
    if (Boolean.getBoolean("tidemark.write")) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, found);
    }
    assertThat(found)
        .as("write it anew with -Dtidemark.write=true")
        .isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void a_program_that_makes_its_tables_makes_the_same_but_for_the_roles()
      throws SQLException, IOException {
    var schema = "schema_" + System.nanoTime();
    try (var connection = server.connect(schema)) {
      Migrations.apply(connection, schema);
      assertThat(Described.of(connection, schema)).isEqualTo(withoutRoles());
    }
  }

  @Test
  void what_was_done_is_not_done_again() throws SQLException, IOException {
    var schema = "schema_" + System.nanoTime();
    try (var connection = server.connect(schema)) {
      Migrations.apply(connection, schema);
      Migrations.apply(connection, schema);
      assertThat(Described.of(connection, schema)).isEqualTo(withoutRoles());
    }
  }

  @Test
  void the_printed_script_can_be_run_again_and_over_older_tables()
      throws SQLException, IOException {
    var schema = "schema_" + System.nanoTime();
    try (var connection = server.connect(schema);
        var statement = connection.createStatement()) {
      var script = PostgresStore.script(schema);
      statement.execute(script);
      statement.execute(script);
      assertThat(Described.of(connection, schema)).isEqualTo(Files.readString(GOLDEN));

      // Version 0.1.0 had the first two steps.
      statement.execute("alter table " + schema + ".run drop column lease_since");
      statement.execute("drop table " + schema + ".work, " + schema + ".work_drain");
      statement.execute("drop index " + schema + ".run_claimed");
      statement.execute("delete from " + schema + ".migration where version >= 3");
      statement.execute(script);
      assertThat(Described.of(connection, schema)).isEqualTo(Files.readString(GOLDEN));
    }
  }

  @Test
  void tables_that_a_crash_would_empty_are_refused() throws SQLException {
    var schema = "schema_" + System.nanoTime();
    try (var connection = server.connect(schema);
        var statement = connection.createStatement()) {
      Migrations.apply(connection, schema);
      statement.execute("alter table " + schema + ".record set unlogged");
      var database = new Database(StoreAddress.of("postgresql://localhost/x", Map.of()), 1_000);

      assertThatThrownBy(() -> database.checkServer(connection))
          .isInstanceOf(ForbiddenException.class)
          .hasMessageContaining("the table record as UNLOGGED");
    }
  }

  private static String withoutRoles() throws IOException {
    try (var lines = Files.lines(GOLDEN)) {
      return lines
          .filter(line -> !line.strip().startsWith("may: ") && !line.startsWith("role "))
          .collect(Collectors.joining("\n", "", "\n"));
    }
  }
}
