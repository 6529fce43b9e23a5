package dev.tidemark.app.mcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two threads take turns at reading and at doing what was read.
@Timeout(60)
class OrderedExecutorTest {
  private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger read = new AtomicInteger();
  private OrderedExecutor orderedExecutor;

  @Test
  void all_work_is_done_in_the_order_it_was_read_also_what_comes_last() throws Exception {
    orderedExecutor =
        new OrderedExecutor(
            () -> {
              int number = read.incrementAndGet();
              orderedExecutor.inOrder(() -> done.add(number));
              return number < 10_000;
            });

    orderedExecutor.run();

    assertThat(done).hasSize(10_000).isSorted();
  }

  @Test
  void reading_goes_on_while_work_is_done() throws Exception {
    var readOn = new CountDownLatch(3);
    orderedExecutor =
        new OrderedExecutor(
            () -> {
              int number = read.incrementAndGet();
              if (number == 1) {
                orderedExecutor.inOrder(after(readOn, number));
              } else {
                orderedExecutor.inOrder(() -> done.add(number));
                readOn.countDown();
              }
              return number < 4;
            });

    orderedExecutor.run();

    assertThat(done).containsExactly(1, 2, 3, 4);
  }

  /// Each change of turns has to wait until some work took long, which is rare on any machine.
  @Test
  void whoever_has_quick_work_reads_on_by_itself() throws Exception {
    var workers = Collections.synchronizedList(new ArrayList<Thread>());
    orderedExecutor =
        new OrderedExecutor(
            () -> {
              orderedExecutor.inOrder(() -> workers.add(Thread.currentThread()));
              return read.incrementAndGet() < 2_000;
            });

    orderedExecutor.run();

    int changes = 0;
    for (int i = 1; i < workers.size(); i++) {
      changes += workers.get(i) == workers.get(i - 1) ? 0 : 1;
    }
    assertThat(workers).hasSize(2_000);
    assertThat(changes).isLessThan(200);
  }

  @Test
  void whoever_has_fallen_asleep_reads_on_where_the_next_work_takes_long() throws Exception {
    var readOn = new CountDownLatch(1);
    orderedExecutor =
        new OrderedExecutor(
            () -> {
              int number = read.incrementAndGet();
              if (number % 3 == 2) {
                pause();
                orderedExecutor.inOrder(after(readOn, number));
              } else {
                orderedExecutor.inOrder(() -> done.add(number));
              }
              if (number == 3) {
                readOn.countDown();
              }
              return number < 9;
            });

    orderedExecutor.run();

    assertThat(done).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void no_second_thread_is_needed_where_nothing_keeps_its_order() throws Exception {
    var threads = Collections.synchronizedSet(new HashSet<Thread>());
    orderedExecutor =
        new OrderedExecutor(
            () -> {
              threads.add(Thread.currentThread());
              return read.incrementAndGet() < 100;
            });

    orderedExecutor.run();

    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void what_cannot_be_read_is_told_whoever_reads_it_and_what_came_before_is_done() {
    for (int last = 1; last < 6; last++) {
      int end = last;
      done.clear();
      read.set(0);
      orderedExecutor =
          new OrderedExecutor(
              () -> {
                int number = read.incrementAndGet();
                if (number > end) {
                  throw new IOException("the pipe broke");
                }
                orderedExecutor.inOrder(() -> done.add(number));
                return true;
              });

      assertThatThrownBy(() -> orderedExecutor.run())
          .isInstanceOf(IOException.class)
          .hasMessage("the pipe broke");
      assertThat(done).hasSize(end).isSorted();
    }
  }

  /// Nothing comes for longer than anybody looks for it.
  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Runnable after(CountDownLatch latch, int number) {
    return () -> {
      await(latch);
      done.add(number);
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
