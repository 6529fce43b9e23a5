package dev.tidemark.app.http;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Escaped;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Server-sent events route: streams the changes of runs to subscribers. A reconnecting subscriber
/// sends the id of its last event and gets the later ones.
final class EventRoute {
  private static final String RESET = "event: reset\ndata: {}\n\n";

  private final Feed feed;
  private final Duration beat;
  private final Semaphore room;
  private final int most;
  private final Thread watch;
  private boolean watching;

  EventRoute(Door door, Feed feed, Limits limits) {
    this.feed = feed;
    this.beat = limits.beat();
    this.most = limits.listeners();
    this.room = new Semaphore(most);
    this.watch = Thread.ofVirtual().name("watch").unstarted(new Watch(door, feed)::run);
  }

  /// Returns how many listen.
  int listeners() {
    return most - room.availablePermits();
  }

  /// Streams until the client or the server ends it, or the token of the client is revoked.
  void follow(Visit visit, Guard guard) throws IOException {
    if (!room.tryAcquire()) {
      visit.tell("Retry-After", "10");
      throw Guard.rejection(
          503, "too-many-listeners", "as many listen as there is room for", "Try again later.");
    }
    try {
      watch();
      var flow = visit.begin("text/event-stream");
      long heard = begin(visit.header("Last-Event-ID"), flow);
      while (!feed.isOver()) {
        var entries = feed.after(heard, beat);
        if (!guard.admits(visit, Scope.READ)) {
          return;
        }
        heard = next(heard, entries, flow);
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  /// The disk is polled only while there is a subscriber.
  private synchronized void watch() {
    if (!watching && !feed.isOver()) {
      watching = true;
      watch.start();
    }
  }

  /// Disconnects the subscribers and waits for the end of polling: a scan writes caches beside the
  /// runs, and the caller may be about to remove the folder.
  ///
  /// @param most how long to wait
  void end(Duration most) throws InterruptedException {
    feed.end();
    boolean began;
    synchronized (this) {
      began = watching;
    }
    if (began) {
      watch.join(most);
    }
  }

  private long begin(@Nullable String said, Visit.Flow flow) throws IOException {
    flow.write("retry: 2000\n\n");
    long last = feed.last();
    if (said == null || said.isBlank()) {
      // A connection lost before the first event can then resume from here.
      flow.write("id: " + last + "\nevent: hello\ndata: {}\n\n");
      return last;
    }
    long heard = number(said);
    if (heard < 0 || heard > last) {
      flow.write("id: " + last + "\n" + RESET);
      return last;
    }
    return heard;
  }

  private long next(long heard, @Nullable List<Feed.Entry> entries, Visit.Flow flow)
      throws IOException {
    long last = feed.last();
    if (entries == null) {
      flow.write("id: " + last + "\n" + RESET);
      return last;
    }
    if (entries.isEmpty() && !feed.isOver()) {
      flow.write(": all is well\n\n");
    }
    var text = new StringBuilder();
    for (var entry : entries) {
      text.append("id: ").append(entry.id()).append("\nevent: changed\ndata: ");
      text.append(data(entry.runs())).append("\n\n");
    }
    if (!text.isEmpty()) {
      flow.write(text.toString());
    }
    return entries.isEmpty() ? heard : entries.getLast().id();
  }

  private static String data(List<String> runs) {
    return Escaped.json(JsonText.compact(JsonObject.builder().add("runs", runs).build()));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException none) {
      return -1;
    }
  }
}
