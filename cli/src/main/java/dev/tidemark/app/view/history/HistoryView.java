package dev.tidemark.app.view.history;

import dev.tidemark.app.view.run.Views;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.engine.diff.ExternalEdit;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// View of the history of a run: time, actor, events.
public final class HistoryView {
  private HistoryView() {}

  /// The shown part.
  ///
  /// @param entries in their order
  /// @param edits the external edits, by the entry that recorded each
  /// @param pending the external edit that is not recorded yet; absent if there is none
  public record Shown(
      List<HistoryEntry> entries, Map<Long, ExternalEdit> edits, @Nullable ExternalEdit pending) {
    /// Takes its own copies.
    public Shown {
      entries = List.copyOf(entries);
      edits = Map.copyOf(edits);
    }
  }

  /// Returns the entries as `{"run", "entries": [...]}`. An external edit is shown as `edit`, one
  /// that is not recorded yet as `unrecorded` beside the entries.
  public static JsonObject json(String run, Shown shown) {
    var all = new ArrayList<JsonObject>();
    for (var entry : shown.entries()) {
      var externalEdit = shown.edits().get(entry.sequence());
      var json =
          JsonObject.builder()
              .add("entry", entry.sequence())
              .add("at", Timestamps.millis(entry.at()))
              .add(
                  "by",
                  Views.actor(entry.by()).with("process", JsonNumber.of(entry.by().process())))
              .add("events", Views.events(entry.events()));
      if (externalEdit != null) {
        json.add("edit", EditView.json(externalEdit));
      }
      all.add(json.add("revision", entry.revision()).build());
    }
    var json = JsonObject.builder().add("run", run).add("entries", JsonArray.of(all));
    var pending = shown.pending();
    if (pending != null) {
      json.add("unrecorded", EditView.json(pending));
    }
    return json.build();
  }

  /// Returns the row of each entry, in the order given.
  public static List<StyledLine> lines(Shown shown) {
    var lines = new ArrayList<StyledLine>();
    int width = 0;
    for (var entry : shown.entries()) {
      width = Math.max(width, Long.toString(entry.sequence()).length());
    }
    for (var entry : shown.entries()) {
      var number = Long.toString(entry.sequence());
      var what = entryText(entry, shown.edits().get(entry.sequence()));
      var text =
          " ".repeat(width - number.length())
              + number
              + "  "
              + Timestamps.seconds(entry.at())
              + "  "
              + entry.by()
              + "  "
              + (what.isEmpty() ? "evidence noted" : what);
      lines.add(StyledLine.of(style(entry), text).row());
    }
    lines.addAll(StyledLine.plain(EditView.pending(shown.pending())));
    return lines;
  }

  /// Returns entries of several runs as `{"entries": [...], "more", "damaged"}`, each with its run
  /// and the text of its line.
  public static JsonObject jsonOfAll(
      List<HistoryEntry> entries, boolean more, List<String> damaged) {
    var all = new ArrayList<JsonObject>();
    for (var entry : entries) {
      all.add(
          JsonObject.builder()
              .add("run", entry.run().toString())
              .add("entry", entry.sequence())
              .add("at", Timestamps.millis(entry.at()))
              .add("by", Views.actor(entry.by()))
              .add("text", textOfAll(entry))
              .add("events", Views.events(entry.events()))
              .build());
    }
    return JsonObject.builder()
        .add("entries", JsonArray.of(all))
        .add("more", more)
        .add("damaged", JsonArray.ofStrings(damaged))
        .build();
  }

  /// Returns the row of each entry of several runs, in the order given.
  public static List<StyledLine> linesOfAll(List<HistoryEntry> entries) {
    var lines = new ArrayList<StyledLine>();
    for (var entry : entries) {
      var text =
          Timestamps.seconds(entry.at())
              + "  "
              + entry.by()
              + "  "
              + entry.run()
              + "  "
              + textOfAll(entry);
      lines.add(StyledLine.of(style(entry), text).row());
    }
    return lines;
  }

  private static String textOfAll(HistoryEntry entry) {
    var text = entryText(entry, null);
    return text.isEmpty() ? "evidence noted" : text;
  }

  /// Returns the style of an entry that completes a phase, or marks one as failed.
  private static Style style(HistoryEntry entry) {
    var style = Style.PLAIN;
    for (var event : entry.events()) {
      if (event instanceof Event.PhaseFailed) {
        return Style.BAD;
      }
      if (event instanceof Event.PhaseCompleted) {
        style = Style.GOOD;
      }
    }
    return style;
  }

  private static String entryText(HistoryEntry entry, @Nullable ExternalEdit externalEdit) {
    if (externalEdit != null && externalEdit.kind() == ExternalEdit.Kind.FOUND) {
      return EditView.text(externalEdit);
    }
    var what = new StringBuilder();
    for (var event : entry.events()) {
      what.append(what.isEmpty() ? "" : "; ").append(EventView.text(event));
    }
    if (externalEdit != null && externalEdit.kind() != ExternalEdit.Kind.REMOVED) {
      what.append(": ").append(EditView.text(externalEdit));
    }
    return what.toString();
  }
}
