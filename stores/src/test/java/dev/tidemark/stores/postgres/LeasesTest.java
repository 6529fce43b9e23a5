package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.ClaimedException;
import dev.tidemark.store.Document;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StaleOwnerException;
import dev.tidemark.store.Write;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.testkit.PostgresServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Who has a run for himself, and what becomes of those who had.
class LeasesTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final PostgresServer server = PostgresServer.running();
  private final String schema = "leases_" + System.nanoTime();
  private final String address = server.address(schema);
  private final PostgresStore everybody = holding(0);

  private PostgresStore holding(long fence) {
    var database = new Database(StoreAddress.of(address, Map.of()), 2_000);
    return new PostgresStore(database, new FlatLayout(), _ -> fence);
  }

  private static void put(PostgresStore store, String text) {
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    store.replace(new Write(RUN, text, expected, news()));
  }

  /// Lets the time of a lease be over, whatever the clock says.
  private void expire() {
    server.execute(schema, "update run set lease_until = clock_timestamp() - interval '1 second'");
  }

  @Test
  void a_claimed_run_is_changed_by_its_owner_only() {
    var lease = everybody.leases().claim(RUN, "ann", LONG);
    assertThat(everybody.find(RUN)).as("a claim alone is no run").isEmpty();
    assertThatThrownBy(() -> put(everybody, "theirs")).isInstanceOf(ClaimedException.class);
    assertThatThrownBy(() -> everybody.leases().claim(RUN, "bob", LONG))
        .isInstanceOf(ClaimedException.class)
        .hasMessageContaining("ann");
    put(holding(lease.fence()), "ours");
    assertThat(everybody.history(RUN)).hasSize(1);
    assertThat(everybody.leases().release(RUN, lease.fence())).isTrue();
    put(everybody, "theirs");
  }

  @Test
  void who_was_overtaken_is_refused_however_late_he_comes() {
    put(everybody, "begun");
    var first = everybody.leases().claim(RUN, "ann", LONG);
    var ann = holding(first.fence());
    put(ann, "by ann");
    expire();
    var second = everybody.leases().claim(RUN, "bob", LONG);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(second.from()).isEqualTo("ann");
    assertThatThrownBy(() -> put(ann, "late")).isInstanceOf(StaleOwnerException.class);
    assertThatThrownBy(() -> ann.leases().renew(RUN, first.fence()))
        .isInstanceOf(StaleOwnerException.class)
        .hasMessageContaining("bob");
    assertThat(everybody.leases().release(RUN, first.fence())).isFalse();
    put(holding(second.fence()), "by bob");
    assertThat(everybody.leases().release(RUN, second.fence())).isTrue();
    assertThatThrownBy(() -> put(ann, "later")).isInstanceOf(StaleOwnerException.class);
    assertThat(everybody.find(RUN).orElseThrow().text()).isEqualTo("by bob");
  }

  @Test
  void a_change_by_somebody_else_after_the_end_overtakes_too() {
    var first = everybody.leases().claim(RUN, "ann", LONG);
    expire();
    put(holding(first.fence()), "nobody was faster");
    assertThat(everybody.leases().holder(RUN)).as("a change renews").isPresent();
    expire();
    put(everybody, "somebody was faster");
    assertThatThrownBy(() -> put(holding(first.fence()), "late"))
        .isInstanceOf(StaleOwnerException.class);
  }
}
