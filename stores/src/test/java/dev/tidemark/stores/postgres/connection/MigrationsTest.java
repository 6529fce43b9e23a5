package dev.tidemark.stores.postgres.connection;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.testkit.PostgresServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The printed SQL makes tables and roles, and each role can do what the page says and no more.
class MigrationsTest {
  private final PostgresServer server = PostgresServer.running();
  private final String schema = "roles_" + System.nanoTime();

  @BeforeEach
  void prepare() throws Exception {
    try (var connection = server.connect("public");
        var statement = connection.createStatement()) {
      statement.execute(PostgresStore.script(schema));
      for (var role : new String[] {"reader", "writer", "keeper"}) {
        statement.execute("create role " + name(role) + " login");
        statement.execute("grant " + schema + "_" + role + " to " + name(role));
      }
    }
  }

  private String name(String role) {
    return schema + "_some_" + role;
  }

  private PostgresStore as(String role) {
    var address = server.address(schema, server.port(), name(role));
    return new PostgresStore(
        new Database(StoreAddress.of(address, Map.of()), 2_000), new FlatLayout(), run -> 0);
  }

  private static void put(PostgresStore store, String text) {
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    store.replace(new DocumentWrite(RUN, text, expected, news()));
  }

  @Test
  void a_reader_looks_and_changes_nothing() {
    put(as("writer"), "text");
    assertThat(as("reader").find(RUN).orElseThrow().text()).isEqualTo("text");
    assertThat(as("reader").verify(RUN)).isEmpty();
    assertThatThrownBy(() -> put(as("reader"), "mine")).isInstanceOf(ForbiddenException.class);
    assertThat(as("writer").history(RUN)).hasSize(1);
  }

  @Test
  void a_writer_adds_to_the_record_and_takes_nothing_away() {
    var writer = as("writer");
    for (int i = 0; i < 30; i++) {
      put(writer, Character.toString('A' + i).repeat(400));
    }
    var signed = new Signature(Actor.EXTERNAL, NOW);
    var lease = writer.leases().claim(RUN, "ann", Duration.ofSeconds(60), signed);
    assertThat(writer.leases().release(RUN, lease.fence(), signed)).isTrue();
    var plan = writer.plan(RUN, 2, NOW.plusSeconds(60));
    assertThat(plan.entries()).isPositive();
    assertThatThrownBy(() -> writer.prune(plan)).isInstanceOf(ForbiddenException.class);
    assertThatThrownBy(() -> writer.forget(RUN, 32)).isInstanceOf(ForbiddenException.class);
    as("keeper").prune(as("keeper").plan(RUN, 2, NOW.plusSeconds(60)));
    assertThat(writer.verify(RUN)).isEmpty();
    assertThat(as("keeper").forget(RUN, 32)).isTrue();
  }

  @Test
  void a_keeper_takes_secrets_out_of_what_was_set_aside_and_a_writer_does_not() {
    var secret = RedactedSecret.of("correct horse");
    put(as("writer"), "a correct horse");
    var revision = as("writer").find(RUN).orElseThrow().revision();
    var path = as("writer").quarantine(RUN, revision, "20261121T013000Z");
    assertThat(as("writer").residualFiles().search(RUN, secret).matches()).containsExactly(path);
    assertThatThrownBy(() -> as("writer").residualFiles().redact(RUN, path, secret))
        .isInstanceOf(ForbiddenException.class);
    as("keeper").residualFiles().redact(RUN, path, secret);
    assertThat(as("writer").residualFiles().search(RUN, secret).matches()).isEmpty();
  }
}
