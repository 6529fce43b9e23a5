package dev.tidemark.app.http;

import dev.tidemark.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Result log of recent command lines, so that a client can query the outcome after a lost
/// connection. An id that is queried before its command line arrives is rejected afterwards: its
/// client may have taken another path. Safe for use by many threads.
final class RemoteCallLog {
  /// The capacity in command lines.
  static final int KEPT = 256;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /// Since when every line is remembered, by the clock of this process.
  private long complete;

  /// @param nanos when the server began
  RemoteCallLog(long nanos) {
    this.complete = nanos;
  }

  private static final class Entry {
    private final long since;
    private boolean over;
    private @Nullable JsonObject answer;

    private Entry(long since) {
      this.since = since;
    }
  }

  /// Status of a command line.
  enum State {
    /// It was carried out.
    DONE,
    /// It never came, and will not be carried out.
    NEVER,
    /// It is still being carried out.
    RUNNING,
    /// Unknown: it may be older than the oldest entry.
    UNKNOWN
  }

  /// Status of a command line, with its response if there is one.
  record Known(State state, @Nullable JsonObject answer) {}

  /// Notes that a line has come.
  ///
  /// @return whether it may be carried out; not one that is known already
  boolean begin(String key, long nanos) {
    lock.lock();
    try {
      return entries.containsKey(key) ? false : enter(key, new Entry(nanos));
    } finally {
      lock.unlock();
    }
  }

  private boolean enter(String key, Entry entry) {
    if (entries.size() >= KEPT) {
      var eldest = entries.values().iterator();
      complete = Math.max(complete, eldest.next().since + 1);
      eldest.remove();
    }
    entries.put(key, entry);
    return true;
  }

  /// Records the result of a command line; null if it was not executed.
  void end(String key, @Nullable JsonObject answer) {
    lock.lock();
    try {
      var entry = entries.get(key);
      if (entry != null) {
        entry.over = true;
        entry.answer = answer;
      }
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Determines the outcome of a command line.
  ///
  /// @param sent when it was sent, or a little earlier
  /// @param most how long to wait for one that is being carried out
  Known settle(String key, long sent, Duration most) throws InterruptedException {
    lock.lock();
    try {
      long left = most.toNanos();
      var entry = entries.get(key);
      while (entry != null && !entry.over && left > 0) {
        left = ended.awaitNanos(left);
      }
      if (entry != null) {
        return new Known(
            !entry.over ? State.RUNNING : entry.answer == null ? State.NEVER : State.DONE,
            entry.answer);
      }
      if (sent < complete) {
        return new Known(State.UNKNOWN, null);
      }
      var never = new Entry(sent);
      never.over = true;
      enter(key, never);
      return new Known(State.NEVER, null);
    } finally {
      lock.unlock();
    }
  }
}
