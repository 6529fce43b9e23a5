package dev.tidemark.app.http;

import com.sun.net.httpserver.HttpExchange;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Cuts off those who do not take what is sent to them, so that they hold nothing for long. Safe
/// for use by many threads.
final class Deadlines implements AutoCloseable {
  private final Map<Sending, Long> open = new ConcurrentHashMap<>();
  private final long nanos;
  private final Thread guard;

  /// @param patience how long sending one piece may take
  Deadlines(Duration patience) {
    this.nanos = patience.toNanos();
    var pause = Duration.ofMillis(Math.clamp(patience.toMillis() / 4, 10, 5_000));
    this.guard = Thread.ofVirtual().name("deadlines").unstarted(() -> look(pause));
  }

  void start() {
    guard.start();
  }

  /// One piece on its way.
  final class Sending implements AutoCloseable {
    private final HttpExchange exchange;

    private Sending(HttpExchange exchange) {
      this.exchange = exchange;
      open.put(this, System.nanoTime());
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }

  Sending watch(HttpExchange exchange) {
    return new Sending(exchange);
  }

  private void look(Duration pause) {
    try {
      while (true) {
        Thread.sleep(pause);
        long now = System.nanoTime();
        for (var each : open.entrySet()) {
          if (now - each.getValue() > nanos) {
            // Whoever writes to it is woken up by an exception.
            each.getKey().exchange.close();
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
