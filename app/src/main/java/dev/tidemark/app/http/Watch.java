package dev.tidemark.app.http;

import dev.tidemark.app.http.Door.Errand;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sees which runs change, whoever changes them.
///
/// Whoever writes through a store says so, which is asked for often. What somebody edits shows in
/// the documents only, and all of them are looked at every ten seconds. A look that took long is
/// followed by a pause that is longer.
final class Watch {
  private static final Duration OFTEN = Duration.ofMillis(250);
  private static final Duration SELDOM = Duration.ofSeconds(10);

  /// How often to look where the store says nothing.
  private static final Duration UNTOLD = Duration.ofSeconds(1);

  /// Which part of the time looking may take: one of these.
  private static final int SHARE = 5;

  private static final List<String> LIST = List.of("list", "--all", "--json");

  private final Door door;
  private final Feed feed;
  private final Errand errand;
  private Map<String, String> runs = new HashMap<>();

  Watch(Door door, Feed feed) {
    this.door = door;
    this.feed = feed;
    this.errand = new Errand(new User("watch", Set.of(Scope.READ), false, false), false);
  }

  /// Looks for as long as the feed goes on.
  void run() {
    try {
      var pulse = door.pulse();
      look(false);
      long seen = System.nanoTime();
      while (feed.rest(OFTEN)) {
        long begin = System.nanoTime();
        var now = door.pulse();
        boolean told = !now.equals(pulse);
        var pause = now.isEmpty() ? UNTOLD : SELDOM;
        if (told || begin - seen > pause.toNanos()) {
          pulse = now;
          look(told).ifPresent(feed::add);
          seen = System.nanoTime();
          feed.rest(Duration.ofNanos((seen - begin) * (SHARE - 1)));
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns which runs look different from the last time; none if something was written that no
  /// run shows, and empty if nothing has happened.
  private Optional<List<String>> look(boolean told) {
    var rows = rows();
    if (rows == null) {
      return Optional.empty();
    }
    var now = new HashMap<String, String>();
    for (var row : rows) {
      var path = door.root().resolve(String.valueOf(row.string("path")));
      now.put(String.valueOf(row.string("run")), JsonText.compact(row) + stamp(path));
    }
    var changed = new ArrayList<String>();
    for (var each : now.entrySet()) {
      if (!each.getValue().equals(runs.get(each.getKey()))) {
        changed.add(each.getKey());
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

  /// Returns what lists say of each run; null if there is no list to be had now.
  private @Nullable List<JsonObject> rows() {
    var rows = new ArrayList<JsonObject>();
    var ran = door.run(errand, LIST);
    var all =
        ran.succeeded()
            ? ((JsonObject) JsonText.parse(ran.out(), Integer.MAX_VALUE)).array("runs")
            : null;
    if (all == null) {
      return null;
    }
    for (var row : all.elements()) {
      if (row instanceof JsonObject run) {
        rows.add(run);
      }
    }
    return rows;
  }

  private static String stamp(Path path) {
    try {
      var known = Files.readAttributes(path, BasicFileAttributes.class);
      return known.lastModifiedTime() + " " + known.size() + " " + known.fileKey();
    } catch (IOException gone) {
      return "";
    }
  }
}
