package dev.tidemark.stores.postgres.connection;

import static dev.tidemark.testkit.Samples.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

/// Each failure of a real database has the hint of its own cause, and none is about a disk here.
class SqlErrorsTest {
  private final PostgresServer server = PostgresServer.running();
  private final String schema = "hints_" + System.nanoTime();

  private static StoreException failure(String address, Map<String, String> environment) {
    var database = new Database(StoreAddress.of(address, environment), 2_000);
    var store = new PostgresStore(database, new FlatLayout(), run -> 0);
    return catchThrowableOfType(StoreException.class, () -> store.find(RUN));
  }

  private static String hint(String address) {
    return failure(address, Map.of()).hint();
  }

  private void execute(String... statements) throws SQLException {
    try (var connection = server.connect("public");
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// Puts rules before those of the server, which admit everyone from here.
  private void admit(String... rules) throws SQLException, IOException {
    try (var connection = server.connect("public");
        var statement = connection.createStatement();
        var found = statement.executeQuery("show hba_file")) {
      found.next();
      var file = Path.of(found.getString(1));
      Files.writeString(file, String.join("\n", rules) + "\n" + Files.readString(file));
    }
    execute("select pg_reload_conf()");
  }

  @Test
  void a_missing_password_and_a_wrong_one_have_different_hints() throws Exception {
    execute("create role " + schema + "_pw login password 'right'");
    admit("host all " + schema + "_pw 127.0.0.1/32 scram-sha-256");
    var address = server.address(schema, server.port(), schema + "_pw");

    assertThat(hint(address))
        .isEqualTo(
            "Set PGPASSWORD, or add the password to ~/.pgpass; the address must not hold it.");
    assertThat(failure(address, Map.of("PGPASSWORD", "wrong")).hint())
        .startsWith("Correct the password in PGPASSWORD or ~/.pgpass");
  }

  @Test
  void a_user_who_is_not_admitted_and_one_who_does_not_exist_are_sent_to_the_user_name()
      throws Exception {
    execute("create role " + schema + "_out login");
    admit("host all " + schema + "_out 127.0.0.1/32 reject");

    assertThat(hint(server.address(schema, server.port(), schema + "_out")))
        .startsWith("Correct the user in the address or in PGUSER");
    assertThat(hint(server.address(schema, server.port(), "nobody_of_that_name")))
        .startsWith("Correct the user in the address or in PGUSER");
  }

  @Test
  void an_unknown_database_is_named_as_the_cause() {
    var address = "postgresql://postgres@127.0.0.1:" + server.port() + "/no_such_database";

    assertThat(hint(address)).startsWith("Correct the name of the database in the address");
  }

  @Test
  void a_port_where_nothing_listens_and_a_host_without_address_have_different_hints()
      throws Exception {
    int closed;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    assertThat(hint(server.address(schema, closed, "postgres")))
        .startsWith("Start PostgreSQL there, or correct the host and the port");
    assertThat(hint("postgresql://postgres@tidemark.invalid/postgres"))
        .startsWith("Correct the host in the address");
  }

  @Test
  void a_server_without_tls_is_named_where_sslmode_requires_it() {
    var address = server.address(schema, server.port(), "postgres") + "&sslmode=require";

    assertThat(failure(address, Map.of("PGPASSWORD", "any")).hint())
        .startsWith("Turn TLS on at the server")
        .contains("sslmode");
  }

  @Test
  void a_role_without_rights_is_told_of_the_grant() throws Exception {
    execute("create role " + schema + "_poor login", PostgresStore.script(schema));

    assertThat(hint(server.address(schema, server.port(), schema + "_poor")))
        .startsWith("Let an administrator of the database GRANT")
        .contains("tidemark help postgres");
  }

  @Test
  void failures_that_cannot_be_played_here_have_their_hints_too() {
    assertThat(SqlErrors.hint(new SQLException("in any language", "53100")))
        .contains("Free disk space");
    assertThat(SqlErrors.hint(new SQLException("", "53300"))).contains("max_connections");
    assertThat(SqlErrors.hint(new SQLException("", "57P03"))).contains("has started");
    assertThat(SqlErrors.hint(new SQLException("", "57014"))).contains("Run the command again");
    assertThat(SqlErrors.hint(new SQLException("", "08006", new SSLException(""))))
        .contains("certif");
    assertThat(SqlErrors.connectionHint(new SQLException("", "42501"), false)).contains("CONNECT");
    assertThat(SqlErrors.hint(new SQLException("no state"))).contains("tidemark config store");
  }
}
