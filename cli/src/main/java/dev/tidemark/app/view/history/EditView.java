package dev.tidemark.app.view.history;

import dev.tidemark.engine.diff.DiffEntry;
import dev.tidemark.engine.diff.ExternalEdit;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// View of an external edit: its differences by meaning, and the number of lines.
public final class EditView {
  /// The limit of differences in a line for people; JSON has more.
  private static final int NAMED = 6;

  /// The limit of characters of a text in a line for people.
  private static final int SHOWN = 60;

  private EditView() {}

  /// Returns `{"kind", "changes": [{"what", "name", "before", "after"}], "lines_added",
  /// "lines_removed"}`, `changes_omitted` where there are more changes than those, and `problem`
  /// where the document became unreadable.
  public static JsonObject json(ExternalEdit externalEdit) {
    var changes = new ArrayList<JsonObject>();
    for (var diffEntry : externalEdit.differences()) {
      changes.add(
          JsonObject.builder()
              .add("what", word(diffEntry.kind()))
              .add("name", diffEntry.name())
              .addOrNull("before", diffEntry.before())
              .addOrNull("after", diffEntry.after())
              .build());
    }
    var json =
        JsonObject.builder()
            .add("kind", word(externalEdit.kind()))
            .add("changes", JsonArray.of(changes));
    if (externalEdit.omitted() > 0) {
      json.add("changes_omitted", externalEdit.omitted());
    }
    return json.add("lines_added", externalEdit.added())
        .add("lines_removed", externalEdit.removed())
        .addIfPresent("problem", externalEdit.problem())
        .build();
  }

  /// Returns the edit, as a clause.
  public static String text(ExternalEdit externalEdit) {
    return switch (externalEdit.kind()) {
      case FOUND -> "found here, and kept as the beginning of the journal";
      case ADDED -> "put here, " + lines(externalEdit);
      case CHANGED -> changed(externalEdit);
      case LARGE -> "too large to compare in a list; " + lines(externalEdit);
      case DAMAGED ->
          "unreadable since then: " + externalEdit.problem() + "; " + lines(externalEdit);
      case MENDED -> "readable again; " + lines(externalEdit);
      case REMOVED -> "removed";
      case UNKNOWN -> "the changes are no longer recorded, or are not text";
    };
  }

  private static String changed(ExternalEdit externalEdit) {
    var differences = externalEdit.differences();
    if (differences.isEmpty()) {
      return "nothing that is read here; " + lines(externalEdit);
    }
    var texts = new ArrayList<String>();
    for (var diffEntry : differences.subList(0, Math.min(NAMED, differences.size()))) {
      texts.add(text(diffEntry));
    }
    int others = Math.max(0, differences.size() - NAMED) + externalEdit.omitted();
    if (others > 0) {
      texts.add("and " + others + " more");
    }
    texts.add(lines(externalEdit));
    return String.join("; ", texts);
  }

  private static String lines(ExternalEdit externalEdit) {
    int added = externalEdit.added();
    int removed = externalEdit.removed();
    if (added + removed == 0) {
      return "only blank space or the order of lines";
    }
    var parts = new ArrayList<String>();
    if (added > 0) {
      parts.add(added + (added == 1 ? " line" : " lines") + " added");
    }
    if (removed > 0) {
      parts.add(removed + (removed == 1 ? " line" : " lines") + " removed");
    }
    return String.join(", ", parts);
  }

  /// Returns one difference, as a clause.
  static String text(DiffEntry diffEntry) {
    var name = diffEntry.name();
    var before = diffEntry.before();
    var after = diffEntry.after();
    return switch (diffEntry.kind()) {
      case PHASE -> phase(name, before, after);
      case ORDER -> "phases in another order: " + shown(after);
      case SUMMARY -> "summary of " + name + " " + changeWord(before, after);
      case FAILURE ->
          after == null ? "failure of " + name + " removed" : name + " failed: " + shown(after);
      case FILE -> after == null ? name + " no longer named" : name + " named as " + after;
      case DECISION ->
          after == null ? "no longer decided: " + shown(before) : "decided: " + shown(after);
      case CURRENT -> "under way: " + (after == null ? "nothing" : after) + was(before);
      case COMMIT -> "commit " + (after == null ? "removed" : shown(after)) + was(before);
      case RUN -> "complete".equals(after) ? "run complete" : "run open again";
      case DETAIL, TIME -> detail(name, before, after);
    };
  }

  private static String phase(String name, @Nullable String before, @Nullable String after) {
    if (after == null) {
      return "phase " + name + " removed" + was(before);
    }
    return before == null
        ? "phase " + name + " added (" + after + ")"
        : name + " " + after + was(before);
  }

  private static String detail(String name, @Nullable String before, @Nullable String after) {
    if (before == null) {
      return name + " added: " + shown(after);
    }
    if (after == null) {
      return name + " removed: " + shown(before);
    }
    boolean brief = isBrief(before) && isBrief(after);
    return brief ? name + " " + shown(after) + was(before) : name + " changed";
  }

  private static String was(@Nullable String before) {
    return before == null ? "" : " (was " + shown(before) + ")";
  }

  private static String changeWord(@Nullable String before, @Nullable String after) {
    return after == null ? "removed" : before == null ? "added" : "changed";
  }

  private static boolean isBrief(String text) {
    return text.length() <= SHOWN && text.indexOf('\n') < 0;
  }

  private static String shown(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return "empty";
    }
    var line = text.lines().findFirst().orElse("");
    boolean whole = line.length() == text.length() && line.length() <= SHOWN;
    return whole ? line : line.substring(0, Math.min(SHOWN, line.length())) + "...";
  }

  private static String word(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /// Returns the unrecorded edit, as a line of a history.
  static List<String> pending(@Nullable ExternalEdit externalEdit) {
    return externalEdit == null
        ? List.of()
        : List.of("not recorded yet: edited outside Tidemark: " + text(externalEdit));
  }
}
