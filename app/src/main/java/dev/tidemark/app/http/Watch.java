package dev.tidemark.app.http;

import dev.tidemark.app.http.Door.Errand;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sees which runs change, whoever changes them.
///
/// Whoever writes through a store gives a document or a mark its place by a new name, which changes
/// the folder it is in: so a few folders are looked at often. What somebody edits in place shows
/// only in the document itself; all of them are looked at every ten seconds. A look that took long
/// is followed by a pause that is longer.
final class Watch {
  private static final Duration OFTEN = Duration.ofMillis(250);
  private static final Duration SELDOM = Duration.ofSeconds(10);

  /// Which part of the time looking may take: one of these.
  private static final int SHARE = 5;

  /// In milliseconds.
  private static final long COARSE = 50;

  private static final Path JOURNALS = Path.of(".tidemark", "journal");
  private static final List<String> USUAL =
      List.of("", ".tidemark", ".tidemark/journal", ".claude", ".claude/state", "memory/state");
  private static final List<String> LIST = List.of("list", "--all", "--json");

  private final Door door;
  private final Feed feed;
  private final Errand errand;
  private Map<String, String> runs = new HashMap<>();
  private Map<Path, String> folders = new HashMap<>();

  Watch(Door door, Feed feed) {
    this.door = door;
    this.feed = feed;
    this.errand = new Errand(new User("watch", Set.of(Scope.READ), false), false);
  }

  /// Looks for as long as the feed goes on.
  void run() {
    try {
      look();
      long seen = System.nanoTime();
      while (!feed.isOver()) {
        Thread.sleep(OFTEN);
        long begin = System.nanoTime();
        if (begin - seen > SELDOM.toNanos() || !stamps(folders.keySet()).equals(folders)) {
          look().ifPresent(feed::add);
          seen = System.nanoTime();
          Thread.sleep(Duration.ofNanos((seen - begin) * (SHARE - 1)));
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns which runs look different from the last time; none if something has changed that no
  /// run shows, and empty if nothing has.
  Optional<List<String>> look() {
    // Before the runs: what changes in between is seen again.
    var stamps = stamps(folders.keySet());
    boolean marked = isMarked(stamps);
    var places = new HashSet<Path>();
    var now = new HashMap<String, String>();
    for (var row : rows()) {
      var path = door.root().resolve(String.valueOf(row.string("path")));
      places.add(path.resolveSibling(""));
      now.put(String.valueOf(row.string("run")), JsonText.compact(row) + stamp(path));
    }
    for (var usual : USUAL) {
      places.add(door.root().resolve(usual));
    }
    places.addAll(journals());
    var changed = changed(now);
    runs = now;
    places.removeAll(stamps.keySet());
    stamps.putAll(stamps(places));
    folders = stamps;
    return changed.isEmpty() && !marked ? Optional.empty() : Optional.of(changed);
  }

  private List<String> changed(Map<String, String> now) {
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
    return changed;
  }

  /// Returns whether something was recorded that documents need not show.
  private boolean isMarked(Map<Path, String> stamps) {
    for (var each : stamps.entrySet()) {
      if (each.getKey().startsWith(door.root().resolve(JOURNALS))
          && !each.getValue().equals(folders.get(each.getKey()))) {
        return true;
      }
    }
    return false;
  }

  private List<JsonObject> rows() {
    var rows = new ArrayList<JsonObject>();
    try {
      var all = ((JsonObject) JsonText.parse(door.run(errand, LIST).out())).array("runs");
      for (var row : (all == null ? JsonArray.EMPTY : all).elements()) {
        if (row instanceof JsonObject run) {
          rows.add(run);
        }
      }
    } catch (JsonException none) {
      // A list that ended with a bug; the next one may not.
    }
    return rows;
  }

  private List<Path> journals() {
    var folders = new ArrayList<Path>();
    var journals = door.root().resolve(JOURNALS);
    try (var all = Files.newDirectoryStream(journals)) {
      all.forEach(folders::add);
    } catch (IOException none) {
      // Nothing is recorded here yet.
    }
    return folders;
  }

  /// The clock of a disk may be coarse: what has changed just now is looked at once more.
  private static Map<Path, String> stamps(Set<Path> paths) {
    long now = System.currentTimeMillis();
    var stamps = new HashMap<Path, String>();
    for (var path : paths) {
      stamps.put(path, stamp(path) + (isNew(path, now) ? " at " + now : ""));
    }
    return stamps;
  }

  private static boolean isNew(Path path, long now) {
    try {
      return now - Files.getLastModifiedTime(path).toMillis() < COARSE;
    } catch (IOException gone) {
      return false;
    }
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
