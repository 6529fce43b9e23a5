package dev.tidemark.app.view;

import dev.tidemark.engine.Difference;
import dev.tidemark.engine.Edit;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of a diff of two saves: by meaning, as fields of the format.
public final class DiffView {
  private static final String COMPLETE = "complete";

  private final Side from;
  private final Side to;
  private final Edit edit;
  private final boolean all;

  /// Takes both sides and their differences.
  ///
  /// @param all whether time stamps and commits are shown too
  public DiffView(Side from, Side to, Edit edit, boolean all) {
    this.from = from;
    this.to = to;
    this.edit = edit;
    this.all = all;
  }

  /// State of a document.
  ///
  /// @param entry the history entry after which it was so; 0 before the first; absent for now
  /// @param at when that entry was made; absent if there is none
  /// @param text the document; absent if there is none
  public record Side(@Nullable Long entry, @Nullable Instant at, @Nullable String text) {
    /// Returns its name.
    public String name() {
      return entry == null ? "now" : entry == 0 ? "nothing" : "entry " + entry;
    }

    private JsonObject json() {
      var json = JsonObject.builder();
      if (entry == null) {
        json.addOrNull("entry", null);
      } else {
        json.add("entry", entry);
      }
      return json.addOrNull("at", at == null ? null : Timestamps.millis(at))
          .add("document", text != null)
          .build();
    }
  }

  private List<Difference> shown() {
    var shown = new ArrayList<Difference>();
    for (var difference : edit.differences()) {
      var kind = difference.kind();
      boolean secondary = kind == Difference.Kind.TIME || kind == Difference.Kind.COMMIT;
      if (all || !secondary) {
        shown.add(difference);
      }
    }
    return shown;
  }

  /// Returns `{"run", "path", "from", "to", "equal", "kind", "changes", "lines_added",
  /// "lines_removed"}`.
  public JsonObject json(String run, String path) {
    var shown = shown();
    var edits = new Edit(edit.kind(), shown, edit.added(), edit.removed(), edit.problem());
    var json =
        JsonObject.builder()
            .add("run", run)
            .add("path", path)
            .add("from", from.json())
            .add("to", to.json())
            .add("equal", isEqual(shown));
    for (var member : EditView.json(edits).members()) {
      json.add(member.key(), member.value());
    }
    return json.build();
  }

  private boolean isEqual(List<Difference> shown) {
    return shown.isEmpty() && (edit.kind() == Edit.Kind.CHANGED || edit.kind() == Edit.Kind.ADDED);
  }

  /// Returns one line per difference, headed by the two sides.
  public List<String> lines() {
    var shown = shown();
    if (isEqual(shown)) {
      return List.of("No changes.");
    }
    var lines = new ArrayList<String>();
    lines.add(from.name() + " -> " + to.name());
    switch (edit.kind()) {
      case REMOVED -> lines.add("the document is gone");
      case DAMAGED, MENDED, UNKNOWN -> lines.add(EditView.text(edit));
      default -> changes(shown, lines);
    }
    return lines;
  }

  private static void changes(List<Difference> shown, List<String> lines) {
    for (var difference : shown) {
      add(difference, lines);
    }
    for (var difference : shown) {
      if (difference.kind() == Difference.Kind.PHASE) {
        if (COMPLETE.equals(difference.before())) {
          lines.add("completed_phases: - " + difference.name());
        }
        if (COMPLETE.equals(difference.after())) {
          lines.add("completed_phases: + " + difference.name());
        }
      }
    }
  }

  private static void add(Difference difference, List<String> lines) {
    var before = difference.before();
    var after = difference.after();
    if (difference.kind() == Difference.Kind.PHASE && before == null) {
      lines.add("phases: + " + difference.name() + " (" + after + ")");
    } else if (difference.kind() == Difference.Kind.PHASE && after == null) {
      lines.add("phases: - " + difference.name() + " (" + before + ")");
    } else {
      value(field(difference), before, after, lines);
    }
  }

  private static String field(Difference difference) {
    var name = difference.name();
    return switch (difference.kind()) {
      case RUN -> "run";
      case PHASE -> "phases." + name + ".status";
      case ORDER -> "phases.order";
      case SUMMARY -> "phases." + name + ".summary";
      case FAILURE -> "phases." + name + ".failure";
      case FILE -> "files." + name;
      case DECISION -> "phases." + name + ".decisions";
      case CURRENT -> "current_phase";
      case COMMIT -> "commit";
      case DETAIL, TIME -> name;
    };
  }

  private static void value(
      String field, @Nullable String before, @Nullable String after, List<String> lines) {
    boolean brief = isLine(before) && isLine(after);
    if (brief && before != null && after != null) {
      lines.add(field + ": " + before + " -> " + after);
    } else if (brief) {
      lines.add(field + ": " + (before == null ? "+ " + after : "- " + before));
    } else {
      lines.add(field + ":");
      marked("  - ", before, lines);
      marked("  + ", after, lines);
    }
  }

  private static void marked(String mark, @Nullable String text, List<String> lines) {
    if (text != null) {
      text.lines().forEach(line -> lines.add(mark + line));
    }
  }

  private static boolean isLine(@Nullable String text) {
    return text == null || text.indexOf('\n') < 0;
  }

  /// Returns the lines of the documents that differ, in the unified format.
  public List<String> unified(String path) {
    return UnifiedDiff.of(
        named("a/", path, from),
        from.text() == null ? "" : from.text(),
        named("b/", path, to),
        to.text() == null ? "" : to.text());
  }

  private static String named(String side, String path, Side which) {
    return (which.text() == null ? "/dev/null" : side + path) + "\t" + which.name();
  }
}
