package dev.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.worker.PhaseExecutor.Next;
import dev.tidemark.worker.WorkQueue.Listed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The queue of a shared store, and which worker takes what from it.
class WorkQueueTest {
  private static final Duration POLL = Duration.ofMillis(100);

  private final PostgresServer server = PostgresServer.running();
  private final String schema = "queue_" + System.nanoTime();
  private final WorkQueue queue = WorkQueue.of(server.address(schema), Map.of());
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    queue.close();
  }

  private static CheckpointId run(String item) {
    return new CheckpointId("state", "feature", item);
  }

  private static QueueEntry entry(String item, String... tags) {
    return QueueEntry.of(run(item), List.of(tags), JsonObject.builder().add("agent", "x").build());
  }

  private Worker worker(PhaseExecutor executor, int jobs, Duration lease, String... tags) {
    var settings = new Worker.Settings("w" + System.nanoTime(), List.of(tags), jobs, lease, POLL);
    var worker = new Worker(queue, settings, executor, log::add);
    worker.start();
    return worker;
  }

  private Worker worker(PhaseExecutor executor, int jobs, String... tags) {
    return worker(executor, jobs, Duration.ofSeconds(20), tags);
  }

  private Next doneAtOnce(QueueEntry entry, PhaseExecutor.Control control) {
    done.add(String.valueOf(entry.run().item()));
    return Next.over(entry);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for too long").isLessThan(end);
      Thread.sleep(20);
    }
  }

  private boolean isEmpty() {
    return queue.entries().isEmpty();
  }

  @Test
  void an_entry_is_kept_as_it_was_added() {
    var entry = entry("a", "linux", "gpu");
    assertThat(queue.add(entry, Duration.ofHours(1), 7)).isTrue();
    var listed = queue.entries().getFirst();
    assertThat(listed.entry()).isEqualTo(entry);
    assertThat(listed.entry().tags()).containsExactly("gpu", "linux");
    assertThat(listed.priority()).isEqualTo(7);
    assertThat(listed.worker()).isNull();
    assertThat(Duration.between(listed.now(), listed.due()))
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60));
    var item = new CheckpointId("phase", "phase", null);
    var waiting = QueueEntry.of(item, List.of(), JsonObject.EMPTY).waiting(41, "why");
    assertThat(QueueEntry.of(waiting.bytes())).isEqualTo(waiting);
    assertThat(waiting.waiting(41, "why").waits()).isEqualTo(2);
    assertThat(waiting.waiting(42, "why").waits()).isEqualTo(1);
  }

  @Test
  void a_run_is_queued_once_and_can_be_queued_otherwise() {
    queue.add(entry("a"), Duration.ZERO, 0);
    queue.add(entry("a", "gpu"), Duration.ofHours(1), 3);
    assertThat(queue.entries())
        .singleElement()
        .satisfies(
            listed -> {
              assertThat(listed.entry().tags()).containsExactly("gpu");
              assertThat(listed.priority()).isEqualTo(3);
            });
    assertThat(queue.remove(run("a"))).isTrue();
    assertThat(queue.remove(run("a"))).isFalse();
    assertThat(queue.entries()).isEmpty();
  }

  @Test
  void what_a_worker_works_at_is_neither_queued_again_nor_removed() throws InterruptedException {
    var release = new CountDownLatch(1);
    queue.add(entry("a"), Duration.ZERO, 0);
    try (var worker = worker((entry, _) -> held(entry, release), 1)) {
      await(() -> queue.entries().getFirst().worker() != null);
      await(() -> !worker.isIdle());
      assertThat(queue.add(entry("a", "gpu"), Duration.ZERO, 0)).isFalse();
      assertThat(queue.remove(run("a"))).isFalse();
      assertThat(queue.entries().getFirst().entry().tags()).isEmpty();
      release.countDown();
      await(this::isEmpty);
    }
  }

  private static Next held(QueueEntry entry, CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    return Next.over(entry);
  }

  @Test
  void two_workers_do_everything_once() throws InterruptedException {
    for (int i = 0; i < 60; i++) {
      queue.add(entry("r" + i), Duration.ZERO, 0);
    }
    try (var _ = worker(this::doneAtOnce, 4);
        var _ = worker(this::doneAtOnce, 4)) {
      await(this::isEmpty);
    }
    assertThat(done).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  void entries_are_taken_by_workers_that_have_all_their_tags() throws InterruptedException {
    queue.add(entry("gpu", "gpu", "linux"), Duration.ZERO, 0);
    queue.add(entry("mac", "mac"), Duration.ZERO, 0);
    queue.add(entry("any"), Duration.ZERO, 0);
    try (var plain = worker(this::doneAtOnce, 1, "linux")) {
      await(() -> done.contains("any"));
      Thread.sleep(5 * POLL.toMillis());
      assertThat(done).containsExactly("any");
      assertThat(plain.isIdle()).isTrue();
    }
    try (var _ = worker(this::doneAtOnce, 1, "x", "linux", "gpu")) {
      await(() -> done.contains("gpu"));
    }
    assertThat(queue.entries())
        .extracting(listed -> listed.entry().run())
        .containsExactly(run("mac"));
  }

  /// The next phase may need another machine.
  @Test
  void an_entry_moves_to_a_worker_with_the_tags_that_it_needs_now() throws InterruptedException {
    queue.add(entry("a"), Duration.ZERO, 2);
    PhaseExecutor first =
        (entry, _) -> {
          done.add("first");
          return new Next(entry.ready(List.of("gpu")), Duration.ZERO);
        };
    try (var _ = worker(first, 1)) {
      await(() -> queue.entries().getFirst().entry().tags().contains("gpu"));
    }
    assertThat(queue.entries().getFirst().priority()).isEqualTo(2);
    try (var _ = worker(this::doneAtOnce, 1, "gpu")) {
      await(this::isEmpty);
    }
    assertThat(done).containsExactly("first", "a");
  }

  @Test
  void entries_of_higher_priority_come_first_and_have_others_yield() throws InterruptedException {
    queue.add(entry("low"), Duration.ZERO, -5);
    queue.add(entry("high"), Duration.ZERO, 10);
    queue.add(entry("mid"), Duration.ZERO, 0);
    var yields = new ArrayList<Boolean>();
    PhaseExecutor executor =
        (entry, control) -> {
          yields.add(control.mustYield());
          return doneAtOnce(entry, control);
        };
    try (var _ = worker(executor, 1)) {
      await(this::isEmpty);
    }
    assertThat(done).containsExactly("high", "mid", "low");
    assertThat(yields).containsExactly(false, false, false);
    queue.add(entry("next", "gpu"), Duration.ZERO, 1);
    assertThat(queue.isDueAbove(0, Tags.taskNames(List.of("gpu")))).isTrue();
    assertThat(queue.isDueAbove(1, Tags.taskNames(List.of("gpu")))).isFalse();
    assertThat(queue.isDueAbove(0, Tags.taskNames(List.of("linux")))).isFalse();
  }

  @Test
  void workers_take_nothing_while_they_are_drained() throws InterruptedException {
    queue.drain(true);
    queue.drain(true);
    queue.add(entry("a"), Duration.ZERO, 0);
    try (var worker = worker(this::doneAtOnce, 1)) {
      Thread.sleep(10 * POLL.toMillis());
      assertThat(done).isEmpty();
      assertThat(worker.isIdle()).isTrue();
      queue.drain(false);
      worker.look();
      await(this::isEmpty);
    }
    assertThat(done).containsExactly("a");
    assertThat(log).anyMatch(line -> line.startsWith("drained")).contains("takes phases again");
  }

  @Test
  void an_entry_is_due_when_it_says() throws InterruptedException {
    queue.add(entry("later"), Duration.ofHours(1), 9);
    queue.add(entry("now"), Duration.ZERO, 0);
    var times = new AtomicInteger();
    PhaseExecutor executor =
        (entry, control) ->
            times.incrementAndGet() < 3
                ? new Next(entry.waiting(5, "a person"), Duration.ofMillis(50))
                : doneAtOnce(entry, control);
    try (var _ = worker(executor, 2)) {
      await(() -> done.contains("now"));
    }
    assertThat(done).containsExactly("now");
    assertThat(times).hasValue(3);
    assertThat(queue.entries()).hasSize(1);
  }

  /// A worker that has stopped telling that it is alive: its row says so, whatever its process
  /// does.
  @Test
  void an_entry_of_a_silent_worker_is_taken_over() throws InterruptedException {
    var release = new CountDownLatch(1);
    queue.add(entry("a"), Duration.ZERO, 0);
    try (var silent = worker((entry, _) -> held(entry, release), 1)) {
      await(() -> queue.entries().getFirst().worker() != null);
      server.execute(schema, "update work set last_heartbeat = now() - interval '1 hour'");
      var lease = Duration.ofSeconds(2);
      try (var _ = worker(this::doneAtOnce, 1, lease)) {
        await(() -> done.contains("a"));
      }
      await(this::isEmpty);
      release.countDown();
      await(silent::isIdle);
    }
    assertThat(done).containsExactly("a");
    assertThat(queue.entries()).isEmpty();
  }

  @Test
  void a_failure_of_the_work_is_told_and_the_entry_stays() throws InterruptedException {
    queue.add(entry("a"), Duration.ZERO, 0);
    PhaseExecutor broken =
        (_, _) -> {
          throw new IllegalStateException("no such thing");
        };
    try (var worker = worker(broken, 1)) {
      await(() -> !log.isEmpty());
      await(worker::isIdle);
    }
    assertThat(log.getFirst()).contains("no such thing");
    assertThat(queue.entries()).extracting(Listed::worker).containsExactly((String) null);
  }

  @Test
  void no_more_runs_of_a_workflow_are_claimed_than_allowed() throws InterruptedException {
    var claimed = Collections.synchronizedList(new ArrayList<Integer>());
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () ->
                      queue.claimWithin(
                          run("r" + number),
                          3,
                          () -> {
                            claim("r" + number);
                            return claimed.add(number);
                          })));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(claimed).hasSize(3);
    // A run that is claimed already does not count against itself.
    assertThat(queue.claimWithin(run("r" + claimed.getFirst()), 3, () -> "again"))
        .isEqualTo("again");
  }

  private void claim(String item) {
    server.execute(
        schema,
        "insert into run (dialect, workflow, item, path, owner, lease_until) values ('state',"
            + " 'feature', '"
            + item
            + "', '"
            + item
            + "', 'w', now() + interval '1 hour')");
  }

  @Test
  void the_clock_is_that_of_the_database() {
    var clock = new DatabaseClock(queue.database());
    var listed = new ArrayList<Listed>();
    queue.add(entry("a"), Duration.ZERO, 0);
    listed.addAll(queue.entries());
    assertThat(Duration.between(listed.getFirst().now(), clock.now()).abs())
        .isLessThan(Duration.ofSeconds(5));
  }
}
