package dev.tidemark.app.mcp.rpc;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Leader/follower: one thread reads requests while the other executes. The reading thread executes
/// ordered work itself; if that takes long, the other thread takes over reading.
///
/// To have a third do the work would mean to wait until that one has woken up, which takes a tenth
/// of the time of a small change. As much again costs a change of turns: the next work is done on
/// another core, which has nothing of the last one. So the other one only looks now and then
/// whether work takes long, and sleeps where nothing has come since its last look.
public final class OrderedExecutor {
  /// The execution time after which the other thread takes over reading. Input in between waits at
  /// most twice as long until it is read.
  private static final long PATIENCE_NANOS = 20_000_000;

  private final Reader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition turn = lock.newCondition();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private @Nullable FutureTask<@Nullable Void> second;
  private @Nullable Thread whose;
  private boolean paused;
  private long since = System.nanoTime();
  private boolean asleep;
  private boolean working;
  private boolean over;

  /// Reader of one input.
  public interface Reader {
    /// Returns whether there may be another one after it.
    boolean next() throws IOException;
  }

  public OrderedExecutor(Reader reader) {
    this.reader = reader;
  }

  /// Notes work that is done after all that was noted before. Called while reading.
  public void inOrder(Runnable work) {
    lock.lock();
    try {
      waiting.add(work);
    } finally {
      lock.unlock();
    }
  }

  /// Reads to the end, and returns once all work is done.
  ///
  /// @throws IOException if reading fails, in either thread
  public void run() throws IOException, InterruptedException {
    var first = new FutureTask<@Nullable Void>(this::take);
    first.run();
    var other = second;
    if (other != null) {
      end(other);
    }
    end(first);
  }

  private static void end(FutureTask<@Nullable Void> shift)
      throws IOException, InterruptedException {
    try {
      shift.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case IOException broken -> throw broken;
        case InterruptedException asked -> throw asked;
        case RuntimeException bug -> throw bug;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(failure);
      }
    }
  }

  /// Takes turns until everything was read.
  private @Nullable Void take() throws IOException, InterruptedException {
    while (awaitsTurn()) {
      while (keepsTurn()) {
        boolean more = false;
        try {
          more = reader.next();
          while (more && !workWaits()) {
            more = reader.next();
          }
        } finally {
          pause(more);
        }
        work();
      }
    }
    return null;
  }

  /// Returns false if there is nothing to read any more.
  private boolean awaitsTurn() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long known = ~since;
      while (whose != null && !over && !isLongPaused()) {
        asleep = known == since && !paused;
        known = since;
        if (asleep) {
          turn.await();
        } else {
          turn.awaitNanos(PATIENCE_NANOS);
        }
      }
      asleep = false;
      paused = false;
      whose = Thread.currentThread();
      return !over;
    } finally {
      lock.unlock();
    }
  }

  /// Returns whether this thread still is the one that reads.
  private boolean keepsTurn() {
    lock.lock();
    try {
      boolean kept = Thread.currentThread().equals(whose) && !over;
      paused &= !kept;
      return kept;
    } finally {
      lock.unlock();
    }
  }

  private boolean workWaits() {
    lock.lock();
    try {
      return !working && !waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Records that no thread reads now, or any more.
  private void pause(boolean more) {
    lock.lock();
    try {
      over |= !more;
      paused = true;
      since = System.nanoTime();
      if (asleep || over) {
        turn.signal();
      }
      if (more && second == null) {
        second = new FutureTask<>(this::take);
        Thread.ofPlatform().daemon().name("second").start(second);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isLongPaused() {
    return paused && System.nanoTime() - since >= PATIENCE_NANOS;
  }

  private void work() {
    for (var work = begins(); work != null; work = next()) {
      work.run();
    }
  }

  private @Nullable Runnable begins() {
    lock.lock();
    try {
      if (working || waiting.isEmpty()) {
        return null;
      }
      working = true;
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Runnable next() {
    lock.lock();
    try {
      var work = waiting.poll();
      working = work != null;
      return work;
    } finally {
      lock.unlock();
    }
  }
}
