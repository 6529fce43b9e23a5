package dev.tidemark.app.view.history;

import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.engine.diff.DiffEntry;
import dev.tidemark.engine.diff.ExternalEdit;
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
  private final ExternalEdit externalEdit;
  private final boolean all;

  /// Takes both sides and their differences.
  ///
  /// @param all whether time stamps and commits are shown too
  public DiffView(Side from, Side to, ExternalEdit externalEdit, boolean all) {
    this.from = from;
    this.to = to;
    this.externalEdit = externalEdit;
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

  private List<DiffEntry> shown() {
    var shown = new ArrayList<DiffEntry>();
    for (var diffEntry : externalEdit.differences()) {
      var kind = diffEntry.kind();
      boolean secondary = kind == DiffEntry.Kind.TIME || kind == DiffEntry.Kind.COMMIT;
      if (all || !secondary) {
        shown.add(diffEntry);
      }
    }
    return shown;
  }

  /// Returns `{"run", "path", "from", "to", "equal", "kind", "changes", "lines_added",
  /// "lines_removed"}`.
  public JsonObject json(String run, String path) {
    var shown = shown();
    var edits =
        new ExternalEdit(
            externalEdit.kind(),
            shown,
            externalEdit.omitted(),
            externalEdit.added(),
            externalEdit.removed(),
            externalEdit.problem());
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

  private boolean isEqual(List<DiffEntry> shown) {
    return shown.isEmpty()
        && (externalEdit.kind() == ExternalEdit.Kind.CHANGED
            || externalEdit.kind() == ExternalEdit.Kind.ADDED);
  }

  /// Returns one line per difference, headed by the two sides.
  public List<StyledLine> lines() {
    var shown = shown();
    if (isEqual(shown)) {
      return List.of(plainLine("No changes."));
    }
    var lines = new ArrayList<StyledLine>();
    lines.add(plainLine(from.name() + " -> " + to.name()));
    switch (externalEdit.kind()) {
      case REMOVED -> lines.add(plainLine("the document is gone"));
      case DAMAGED, MENDED, UNKNOWN -> lines.add(plainLine(EditView.text(externalEdit)));
      default -> {
        changes(shown, lines);
        if (externalEdit.omitted() > 0) {
          lines.add(plainLine("and " + externalEdit.omitted() + " more"));
        }
      }
    }
    return lines;
  }

  private static void changes(List<DiffEntry> shown, List<StyledLine> lines) {
    for (var diffEntry : shown) {
      add(diffEntry, lines);
    }
    for (var diffEntry : shown) {
      if (diffEntry.kind() == DiffEntry.Kind.PHASE) {
        if (COMPLETE.equals(diffEntry.before())) {
          lines.add(removed("completed_phases: - " + diffEntry.name()));
        }
        if (COMPLETE.equals(diffEntry.after())) {
          lines.add(added("completed_phases: + " + diffEntry.name()));
        }
      }
    }
  }

  private static void add(DiffEntry diffEntry, List<StyledLine> lines) {
    var before = diffEntry.before();
    var after = diffEntry.after();
    if (diffEntry.kind() == DiffEntry.Kind.PHASE && before == null) {
      lines.add(added("phases: + " + diffEntry.name() + " (" + after + ")"));
    } else if (diffEntry.kind() == DiffEntry.Kind.PHASE && after == null) {
      lines.add(removed("phases: - " + diffEntry.name() + " (" + before + ")"));
    } else {
      value(field(diffEntry), before, after, lines);
    }
  }

  private static String field(DiffEntry diffEntry) {
    var name = diffEntry.name();
    return switch (diffEntry.kind()) {
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
      String field, @Nullable String before, @Nullable String after, List<StyledLine> lines) {
    boolean brief = isLine(before) && isLine(after);
    if (brief && before != null && after != null) {
      lines.add(plainLine(field + ": " + before + " -> " + after));
    } else if (brief && before == null) {
      lines.add(added(field + ": + " + after));
    } else if (brief) {
      lines.add(removed(field + ": - " + before));
    } else {
      lines.add(plainLine(field + ":"));
      if (before != null) {
        before.lines().forEach(line -> lines.add(removed("  - " + line)));
      }
      if (after != null) {
        after.lines().forEach(line -> lines.add(added("  + " + line)));
      }
    }
  }

  private static StyledLine plainLine(String text) {
    return new StyledLine().add(text);
  }

  private static StyledLine added(String text) {
    return StyledLine.of(Style.GOOD, text);
  }

  private static StyledLine removed(String text) {
    return StyledLine.of(Style.BAD, text);
  }

  private static boolean isLine(@Nullable String text) {
    return text == null || text.indexOf('\n') < 0;
  }

  /// Returns the lines of the documents that differ, in the unified format.
  public List<StyledLine> unified(String path) {
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
