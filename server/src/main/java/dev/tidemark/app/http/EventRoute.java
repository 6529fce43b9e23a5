package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Server-sent events route: streams the changes of runs to subscribers. A reconnecting subscriber
/// sends the id of its last event and gets the later ones.
final class EventRoute {
  private static final String RESET = "event: reset\ndata: {}\n\n";
  private static final String KEEP_ALIVE = ": all is well\n\n";

  private final EventBuffer eventBuffer = new EventBuffer(System.currentTimeMillis());
  private final Duration beat;
  private final Semaphore room;
  private final int most;
  private final Map<String, RunWatcher> runWatchers = new LinkedHashMap<>();
  private final List<Thread> watches = new ArrayList<>();
  private boolean watching;

  /// @param projects the projects by their names; one with an empty name where there is one only
  EventRoute(Map<String, CommandGateway> projects, HttpLimits httpLimits) {
    this.beat = httpLimits.beat();
    this.most = httpLimits.listeners();
    this.room = new Semaphore(most);
    projects.forEach(
        (name, commandGateway) -> {
          var runWatcher = new RunWatcher(name, commandGateway, eventBuffer);
          runWatchers.put(name, runWatcher);
          watches.add(Thread.ofVirtual().name("watch").unstarted(runWatcher::run));
        });
  }

  /// Returns how many listen.
  int listeners() {
    return most - room.availablePermits();
  }

  /// Streams until the client or the server ends it, or the token of the client is revoked.
  ///
  /// @param readable the names of the projects that the client may read, asked for again and again
  void follow(Exchange exchange, Supplier<Set<String>> readable) throws IOException {
    if (!room.tryAcquire()) {
      exchange.setHeader("Retry-After", "10");
      throw Authenticator.rejection(
          503, "too-many-listeners", "the limit of event streams is reached", "Try again later.");
    }
    try {
      watch();
      var flow = exchange.begin("text/event-stream");
      flow.write("retry: 2000\n\n");
      var only = runWatchers.get("");
      while (only != null && !eventBuffer.isOver() && !only.awaitBegin(beat)) {
        if (readable.get().isEmpty()) {
          return;
        }
        flow.write(KEEP_ALIVE);
      }
      long heard = begin(exchange.header("Last-Event-ID"), flow);
      while (!eventBuffer.isOver()) {
        var entries = eventBuffer.after(heard, beat);
        var projects = readable.get();
        if (projects.isEmpty()) {
          return;
        }
        heard = next(heard, entries, projects, flow);
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    } finally {
      room.release();
    }
  }

  /// The disk is polled only while there is a subscriber.
  private synchronized void watch() {
    if (!watching && !eventBuffer.isOver()) {
      watching = true;
      watches.forEach(Thread::start);
    }
  }

  /// Disconnects the subscribers and waits for the end of polling: a scan writes caches beside the
  /// runs, and the caller may be about to remove the folder. It does not wait for a store that has
  /// not answered yet.
  ///
  /// @param most how long to wait
  void end(Duration most) throws InterruptedException {
    eventBuffer.end();
    boolean began;
    synchronized (this) {
      began = watching;
    }
    if (!began) {
      return;
    }
    var until = System.nanoTime() + most.toNanos();
    var watch = watches.iterator();
    for (var runWatcher : runWatchers.values()) {
      var thread = watch.next();
      if (runWatcher.end()) {
        thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
      }
    }
  }

  private long begin(@Nullable String said, Exchange.Flow flow) throws IOException {
    long last = eventBuffer.lastId();
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

  private long next(
      long heard,
      @Nullable List<EventBuffer.Entry> entries,
      Set<String> projects,
      Exchange.Flow flow)
      throws IOException {
    long last = eventBuffer.lastId();
    if (entries == null) {
      flow.write("id: " + last + "\n" + RESET);
      return last;
    }
    if (entries.isEmpty() && !eventBuffer.isOver()) {
      flow.write(KEEP_ALIVE);
    }
    var text = new StringBuilder();
    for (var entry : entries) {
      if (projects.contains(entry.project())) {
        text.append("id: ").append(entry.id()).append("\nevent: changed\ndata: ");
        text.append(data(entry)).append("\n\n");
      }
    }
    if (!text.isEmpty()) {
      flow.write(text.toString());
    }
    return entries.isEmpty() ? heard : entries.getLast().id();
  }

  private static String data(EventBuffer.Entry entry) {
    var data = JsonObject.builder();
    if (!entry.project().isEmpty()) {
      data.add("project", entry.project());
    }
    return EscapedText.json(JsonText.compact(data.add("runs", entry.runs()).build()));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException none) {
      return -1;
    }
  }
}
