package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.history.Event;
import dev.tidemark.history.Event.LeaseAcquired;
import dev.tidemark.history.Event.LeaseReleased;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Who has a run for himself, and what becomes of those who had.
class PostgresLeasesTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final Signature SIGNED = new Signature(Actor.tool("cli"), NOW);

  private final PostgresServer server = PostgresServer.running();
  private final String schema = "leases_" + System.nanoTime();
  private final String address = server.address(schema);
  private final PostgresStore everybody = holding(0);

  private PostgresStore holding(long fence) {
    var database = new Database(StoreAddress.of(address, Map.of()), 2_000);
    return new PostgresStore(database, new FlatLayout(), run -> fence);
  }

  private static void put(PostgresStore store, String text) {
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    store.replace(new DocumentWrite(RUN, text, expected, news()));
  }

  /// Lets the time of a lease be over, whatever the clock says.
  private void expire() {
    server.execute(schema, "update run set lease_until = clock_timestamp() - interval '1 second'");
  }

  @Test
  void a_claimed_run_is_changed_by_its_owner_only() {
    var lease = everybody.leases().claim(RUN, "ann", LONG, SIGNED);
    assertThat(everybody.find(RUN)).as("a claim alone is no run").isEmpty();
    assertThatThrownBy(() -> put(everybody, "theirs")).isInstanceOf(ClaimedException.class);
    assertThatThrownBy(() -> everybody.leases().claim(RUN, "bob", LONG, SIGNED))
        .isInstanceOf(ClaimedException.class)
        .hasMessageContaining("ann");
    put(holding(lease.fence()), "ours");
    assertThat(everybody.history(RUN)).as("it began after it was claimed").hasSize(1);
    assertThat(everybody.leases().release(RUN, lease.fence(), SIGNED)).isTrue();
    put(everybody, "theirs");
  }

  @Test
  void who_was_overtaken_is_refused_however_late_he_comes() {
    put(everybody, "begun");
    var first = everybody.leases().claim(RUN, "ann", LONG, SIGNED);
    var ann = holding(first.fence());
    put(ann, "by ann");
    expire();
    var second = everybody.leases().claim(RUN, "bob", LONG, SIGNED);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(second.from()).isEqualTo("ann");
    assertThatThrownBy(() -> put(ann, "late")).isInstanceOf(StaleOwnerException.class);
    assertThatThrownBy(() -> ann.leases().renew(RUN, first.fence()))
        .isInstanceOf(StaleOwnerException.class)
        .hasMessageContaining("bob");
    assertThat(everybody.leases().release(RUN, first.fence(), SIGNED)).isFalse();
    put(holding(second.fence()), "by bob");
    assertThat(everybody.leases().release(RUN, second.fence(), SIGNED)).isTrue();
    assertThatThrownBy(() -> put(ann, "later")).isInstanceOf(StaleOwnerException.class);
    assertThat(everybody.find(RUN).orElseThrow().text()).isEqualTo("by bob");
  }

  @Test
  void a_change_by_somebody_else_after_the_end_overtakes_too() {
    var first = everybody.leases().claim(RUN, "ann", LONG, SIGNED);
    expire();
    put(holding(first.fence()), "nobody was faster");
    assertThat(everybody.leases().holder(RUN)).as("a change renews").isPresent();
    expire();
    put(everybody, "somebody was faster");
    assertThatThrownBy(() -> put(holding(first.fence()), "late"))
        .isInstanceOf(StaleOwnerException.class);
  }

  private List<Event> events() {
    var events = new ArrayList<Event>();
    everybody.history(RUN).forEach(entry -> events.addAll(entry.events()));
    return events;
  }

  @Test
  void the_past_tells_who_took_the_run_from_whom_and_who_gave_it_back() {
    put(everybody, "begun");
    int before = everybody.history(RUN).size();
    var first = everybody.leases().claim(RUN, "ann", LONG, SIGNED);
    expire();
    var second = everybody.leases().claim(RUN, "bob", LONG, SIGNED);
    assertThat(everybody.leases().release(RUN, first.fence(), SIGNED)).isFalse();
    assertThat(everybody.leases().release(RUN, second.fence(), SIGNED)).isTrue();
    assertThat(everybody.leases().release(RUN, second.fence(), SIGNED)).isFalse();
    var told = everybody.history(RUN).subList(before, before + 3);
    assertThat(events().subList(events().size() - 3, events().size()))
        .containsExactly(
            new LeaseAcquired("ann", first.fence(), null),
            new LeaseAcquired("bob", second.fence(), "ann"),
            new LeaseReleased("bob", second.fence()));
    assertThat(told).hasSize(3).allMatch(entry -> entry.by().equals(SIGNED.by()));
    assertThat(told).allMatch(entry -> entry.at().equals(SIGNED.at()));
    assertThat(everybody.verify(RUN)).isEmpty();
    assertThat(everybody.find(RUN).orElseThrow().text()).isEqualTo("begun");
  }

  @Test
  void what_others_made_of_the_document_is_told_before_the_claim() {
    put(everybody, "begun");
    put(everybody, "more");
    server.execute(schema, "update run set document = ?", new Object[] {"begun".getBytes()});
    var lease = everybody.leases().claim(RUN, "ann", LONG, SIGNED);
    assertThat(events().subList(events().size() - 2, events().size()))
        .containsExactly(new Event.Rewound(1), new LeaseAcquired("ann", lease.fence(), null));
    put(holding(lease.fence()), "by ann");
    assertThat(everybody.verify(RUN)).isEmpty();
  }

  @Test
  void of_many_who_claim_at_once_the_past_tells_exactly_those_who_got_it() throws Exception {
    put(everybody, "begun");
    var fences = new ArrayList<Long>();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var tries = new ArrayList<Future<Long>>();
      for (int i = 0; i < 24; i++) {
        tries.add(crowd.submit(attempt("agent-" + i)));
      }
      for (var one : tries) {
        fences.add(one.get());
      }
    }
    fences.removeIf(fence -> fence == 0);
    var told = new ArrayList<Long>();
    for (var event : events()) {
      if (event instanceof LeaseAcquired taken) {
        told.add(taken.fence());
      }
    }
    assertThat(told).isNotEmpty().isSorted().containsExactlyInAnyOrderElementsOf(fences);
    assertThat(everybody.verify(RUN)).isEmpty();
  }

  /// Claims the run, changes it, and gives it back.
  private Callable<Long> attempt(String owner) {
    return () -> {
      try {
        var lease = everybody.leases().claim(RUN, owner, LONG, SIGNED);
        put(holding(lease.fence()), "by " + owner);
        assertThat(everybody.leases().release(RUN, lease.fence(), SIGNED)).isTrue();
        return lease.fence();
      } catch (ClaimedException taken) {
        return 0L;
      }
    };
  }
}
