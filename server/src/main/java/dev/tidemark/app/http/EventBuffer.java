package dev.tidemark.app.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Event buffer: the latest events, numbered, so that a subscriber can resume after a disconnect.
/// Subscribers read at their own pace, and nothing is buffered per subscriber. Safe for use by many
/// threads.
final class EventBuffer {
  /// The capacity in events.
  static final int KEPT = 1_024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Deque<Entry> entries = new ArrayDeque<>();
  private long last;
  private boolean over;

  /// Numbered event.
  ///
  /// @param project the project they are in; empty where the server has one only
  /// @param runs the changed runs; empty if unknown
  record Entry(long id, String project, List<String> runs) {}

  /// @param first the number to count from; servers that come later count from a larger one, so
  ///   that no number means two things
  EventBuffer(long first) {
    this.last = first;
  }

  long lastId() {
    lock.lock();
    try {
      return last;
    } finally {
      lock.unlock();
    }
  }

  void add(String project, List<String> runs) {
    lock.lock();
    try {
      entries.add(new Entry(++last, project, List.copyOf(runs)));
      if (entries.size() > KEPT) {
        entries.removeFirst();
      }
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Returns the events after an entry, and waits for the first if necessary.
  ///
  /// @param most how long to wait
  /// @return empty after a timeout; null if the events after that entry have been dropped
  @Nullable List<Entry> after(long id, Duration most) throws InterruptedException {
    lock.lock();
    try {
      long left = most.toNanos();
      while (id == last && !over && left > 0) {
        left = more.awaitNanos(left);
      }
      long oldest = entries.isEmpty() ? last + 1 : entries.getFirst().id();
      if (id > last || id + 1 < oldest) {
        return null;
      }
      var all = new ArrayList<Entry>();
      for (var entry : entries) {
        if (entry.id() > id) {
          all.add(entry);
        }
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  boolean isOver() {
    lock.lock();
    try {
      return over;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for that duration, or until the buffer is closed.
  ///
  /// @return whether the buffer is still open
  boolean waitWhileOpen(Duration length) throws InterruptedException {
    lock.lock();
    try {
      long left = length.toNanos();
      while (!over && left > 0) {
        left = more.awaitNanos(left);
      }
      return !over;
    } finally {
      lock.unlock();
    }
  }

  /// Closes the buffer and wakes all subscribers.
  void end() {
    lock.lock();
    try {
      over = true;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
