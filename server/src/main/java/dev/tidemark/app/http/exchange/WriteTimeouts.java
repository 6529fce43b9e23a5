package dev.tidemark.app.http.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Write timeouts: disconnects clients that do not read, so that they hold no resources for long.
/// Safe for use by many threads.
public final class WriteTimeouts implements AutoCloseable {
  private final Set<Sending> open = ConcurrentHashMap.newKeySet();
  private final long nanos;
  private final Thread guard;

  /// @param patience how long sending one piece may take
  public WriteTimeouts(Duration patience) {
    this.nanos = patience.toNanos();
    var pause = Duration.ofMillis(Math.clamp(patience.toMillis() / 4, 10, 5_000));
    this.guard = Thread.ofVirtual().name("deadlines").unstarted(() -> look(pause));
  }

  public void start() {
    guard.start();
  }

  /// Pending write, made by the thread that created this.
  final class Sending implements AutoCloseable {
    private final Thread sender = Thread.currentThread();
    private final long begin = System.nanoTime();
    private boolean over;

    private Sending() {
      open.add(this);
    }

    /// The interrupt wakes the blocked writer and closes its channel. Once it is sent, the thread
    /// is let alone.
    private synchronized void cutOff() {
      if (!over) {
        sender.interrupt();
      }
    }

    @Override
    public void close() {
      synchronized (this) {
        over = true;
      }
      open.remove(this);
    }
  }

  Sending watch() {
    return new Sending();
  }

  private void look(Duration pause) {
    try {
      while (true) {
        Thread.sleep(pause);
        long now = System.nanoTime();
        for (var each : open) {
          if (now - each.begin > nanos) {
            each.cutOff();
          }
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    guard.interrupt();
  }
}
