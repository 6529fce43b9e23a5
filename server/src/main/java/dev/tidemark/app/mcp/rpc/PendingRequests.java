package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pending requests: received and not answered yet. Safe for use by many threads.
public final class PendingRequests {
  private final Map<String, Flight> flights = new HashMap<>();
  private int unsent;

  /// Pending request.
  public static final class Flight {
    private boolean cancelled;
    private @Nullable Runnable alarm;

    /// Has something run if the request is cancelled, at once if it already is.
    public synchronized void whenCancelled(Runnable what) {
      if (cancelled) {
        what.run();
      } else {
        alarm = what;
      }
    }

    public synchronized boolean isCancelled() {
      return cancelled;
    }

    /// Running work continues: a change is atomic, and its thread is not interrupted in the middle
    /// of a file.
    private synchronized void cancel() {
      cancelled = true;
      if (alarm != null) {
        alarm.run();
      }
    }
  }

  /// Registers a request.
  ///
  /// @throws RpcError if another of that id is under way
  public synchronized Flight begin(Json id) {
    var flight = new Flight();
    if (flights.putIfAbsent(canonicalId(id), flight) != null) {
      throw new RpcError(
          RpcError.INVALID_REQUEST,
          "a request with the id " + canonicalId(id) + " is still being answered");
    }
    unsent++;
    return flight;
  }

  /// Notes that an answer is ready: from now on the id may be used again.
  public synchronized void ready(Json id) {
    flights.remove(canonicalId(id));
  }

  /// Notes that an answer is on its way, or that there will be none.
  public synchronized void sent() {
    unsent--;
    notifyAll();
  }

  /// Cancels a request; no-op if it is unknown or already answered.
  public void cancel(Json id) {
    Flight flight;
    synchronized (this) {
      flight = flights.get(canonicalId(id));
    }
    if (flight != null) {
      flight.cancel();
    }
  }

  /// Waits until everything is answered.
  public synchronized void awaitNone() throws InterruptedException {
    while (unsent > 0) {
      wait();
    }
  }

  /// A text and a number that look alike are different ids.
  private static String canonicalId(Json id) {
    return JsonText.compact(id);
  }
}
