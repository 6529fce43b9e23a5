package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.history.Event;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.CuttingProxy.Cut;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Proves;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A connection that is cut in the moment of a change leaves no doubt about it, and never two of
/// it.
@Proves("R-USR-07")
class CutConnectionTest {
  private final PostgresServer server = PostgresServer.running();
  private final String schema = "cut_" + System.nanoTime();

  private PostgresStore store(int port) {
    var address = server.address(schema, port, "postgres");
    return new PostgresStore(
        new Database(StoreAddress.of(address, Map.of()), 2_000), new FlatLayout(), run -> 0);
  }

  private static DocumentWrite write(PostgresStore store, String text) {
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    return new DocumentWrite(RUN, text, expected, news(new Event.DocumentSaved()));
  }

  @Test
  void a_change_whose_answer_got_lost_is_found_and_not_repeated() throws Exception {
    try (var proxy = new CuttingProxy(server.port())) {
      var store = store(proxy.port());
      store.replace(write(store, "one"));
      var second = write(store, "two");
      proxy.next(Cut.AFTER);
      var revision = store.replace(second);
      assertThat(store.find(RUN).orElseThrow().revision()).isEqualTo(revision);
      assertThat(store(server.port()).history(RUN)).hasSize(2);
      assertThat(store.verify(RUN)).isEmpty();
    }
  }

  @Test
  void the_first_change_whose_answer_got_lost_is_found_too() throws Exception {
    try (var proxy = new CuttingProxy(server.port())) {
      var store = store(proxy.port());
      proxy.next(Cut.AFTER);
      store.replace(write(store, "one"));
      assertThat(store(server.port()).find(RUN).orElseThrow().text()).isEqualTo("one");
      assertThat(store.history(RUN)).hasSize(1);
    }
  }

  @Test
  void a_change_that_never_arrived_is_made_once() throws Exception {
    try (var proxy = new CuttingProxy(server.port())) {
      var store = store(proxy.port());
      store.replace(write(store, "one"));
      var second = write(store, "two");
      proxy.next(Cut.BEFORE);
      store.replace(second);
      assertThat(store(server.port()).history(RUN)).hasSize(2);
      assertThat(store.verify(RUN)).isEmpty();
    }
  }

  @Test
  void a_change_that_arrives_after_the_question_finds_nothing() throws Exception {
    try (var proxy = new CuttingProxy(server.port())) {
      var store = store(proxy.port());
      store.replace(write(store, "one"));
      var second = write(store, "two");
      proxy.next(Cut.ON_THE_WAY);
      store.replace(second);
      proxy.deliver();
      assertThat(store(server.port()).history(RUN)).hasSize(2);
      assertThat(store.verify(RUN)).isEmpty();
    }
  }

  @Test
  void a_database_that_is_gone_is_reported_and_nothing_is_claimed_to_be_written() throws Exception {
    var proxy = new CuttingProxy(server.port());
    var store = store(proxy.port());
    store.replace(write(store, "one"));
    var second = write(store, "two");
    proxy.next(Cut.AFTER);
    proxy.close();
    assertThatThrownBy(() -> store.replace(second)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(store(server.port()).find(RUN).orElseThrow().text()).isEqualTo("two");
    assertThatThrownBy(() -> store.find(RUN)).isInstanceOf(StoreUnavailableException.class);
  }
}
