package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.CommandGateway.RunSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Run watcher: polls for changed runs, by any process.
///
/// Changes through a store alter its change token, which is polled often. External edits show in
/// the documents only, which are all scanned every ten seconds. A look that took long is followed
/// by a pause that is longer.
final class RunWatcher {
  private static final Duration OFTEN = Duration.ofMillis(250);
  private static final Duration SELDOM = Duration.ofSeconds(10);

  /// The polling interval without a change token.
  private static final Duration UNTOLD = Duration.ofSeconds(1);

  /// The limit of the share of time spent on scanning: one in this number.
  private static final int SHARE = 5;

  private final String project;
  private final CommandGateway commandGateway;
  private final EventBuffer eventBuffer;
  private Map<String, Seen> runs = new HashMap<>();
  private String token = "";
  private final CountDownLatch begun = new CountDownLatch(1);

  /// @param project the name of the project; empty where the server has one only
  RunWatcher(String project, CommandGateway commandGateway, EventBuffer eventBuffer) {
    this.project = project;
    this.commandGateway = commandGateway;
    this.eventBuffer = eventBuffer;
  }

  /// Waits until the runs were read once: changes after that are told, so a subscriber is greeted
  /// then and reads the runs itself.
  ///
  /// @return whether they were; an unreachable store can take any time
  boolean awaitBegin(Duration most) throws InterruptedException {
    return begun.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Ends the waiting for the first look; returns whether it was over.
  boolean end() {
    boolean was = begun.getCount() == 0;
    begun.countDown();
    return was;
  }

  /// Polls as long as the buffer is open.
  void run() {
    try {
      token = commandGateway.changeToken();
      look(false);
      begun.countDown();
      if (!project.isEmpty()) {
        // Its subscribers were greeted before.
        eventBuffer.add(project, List.of());
      }
      long seen = System.nanoTime();
      while (eventBuffer.waitWhileOpen(OFTEN)) {
        long begin = System.nanoTime();
        var now = commandGateway.changeToken();
        boolean told = !now.equals(token);
        var pause = now.isEmpty() ? UNTOLD : SELDOM;
        if (told || begin - seen > pause.toNanos()) {
          token = now;
          look(told).ifPresent(changed -> eventBuffer.add(project, changed));
          seen = System.nanoTime();
          eventBuffer.waitWhileOpen(Duration.ofNanos((seen - begin) * (SHARE - 1)));
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } finally {
      // Keep-alive messages must stop when polling stops.
      if (project.isEmpty()) {
        eventBuffer.end();
      }
    }
  }

  /// Returns which runs look different from the last time; none if something was written that no
  /// run shows, and empty if nothing has happened.
  private Optional<List<String>> look(boolean told) {
    var snapshots = commandGateway.snapshots();
    if (snapshots == null) {
      return Optional.empty();
    }
    var now = new HashMap<String, Seen>(2 * snapshots.size());
    var changed = new ArrayList<String>();
    for (var snapshot : snapshots) {
      var run = snapshot.run();
      var seen = new Seen(snapshot, stamp(commandGateway.root().resolve(snapshot.row().path())));
      now.put(run, seen);
      if (!seen.equals(runs.get(run))) {
        changed.add(run);
      }
    }
    for (var run : runs.keySet()) {
      if (!now.containsKey(run)) {
        changed.add(run);
      }
    }
    runs = now;
    return changed.isEmpty() && !told ? Optional.empty() : Optional.of(changed);
  }

  private static String stamp(Path path) {
    // Of thousands of runs that have no file, each would cost an exception otherwise.
    if (path.toFile().lastModified() == 0) {
      return "";
    }
    try {
      var known = Files.readAttributes(path, BasicFileAttributes.class);
      return known.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          + " "
          + known.size()
          + " "
          + known.fileKey();
    } catch (IOException gone) {
      return "";
    }
  }

  /// The list entry of a run, and the file stamp of its document: a list does not show every change
  /// of a document.
  private record Seen(RunSnapshot snapshot, String stamp) {}
}
