package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How the history of a run is shown: who, when, what.
public final class HistoryView {
  private HistoryView() {}

  /// Returns the entries as `{"run", "entries": [...]}`.
  public static JsonObject json(String run, List<HistoryEntry> entries) {
    var all = new ArrayList<JsonObject>();
    for (var entry : entries) {
      all.add(
          JsonObject.builder()
              .add("entry", entry.sequence())
              .add("at", Timestamps.millis(entry.at()))
              .add("by", actor(entry.by()))
              .add("events", Views.events(entry.events()))
              .add("revision", entry.revision())
              .build());
    }
    return JsonObject.builder().add("run", run).add("entries", JsonArray.of(all)).build();
  }

  /// Returns one line an entry, in the order given.
  public static List<String> lines(List<HistoryEntry> entries) {
    var lines = new ArrayList<String>();
    int width = 0;
    for (var entry : entries) {
      width = Math.max(width, Long.toString(entry.sequence()).length());
    }
    for (var entry : entries) {
      var number = Long.toString(entry.sequence());
      var what = new StringBuilder();
      for (var event : entry.events()) {
        what.append(what.isEmpty() ? "" : "; ").append(EventView.text(event));
      }
      lines.add(
          " ".repeat(width - number.length())
              + number
              + "  "
              + Timestamps.seconds(entry.at())
              + "  "
              + entry.by()
              + "  "
              + (what.isEmpty() ? "evidence noted" : what));
    }
    return lines;
  }

  private static JsonObject actor(Actor actor) {
    return JsonObject.builder()
        .add("kind", actor.kind().name().toLowerCase(Locale.ROOT))
        .add("name", actor.name())
        .addIfPresent("version", actor.version())
        .addIfPresent("host", actor.host())
        .add("process", actor.process())
        .build();
  }
}
