package dev.tidemark.app.view;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.Redacting.Found;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// How a redaction is shown: where the secret was, never what it was.
public final class RedactView {
  private final boolean dry;
  private final Map<CheckpointId, Found> held = new LinkedHashMap<>();
  private int looked;

  /// Takes whether nothing was written.
  public RedactView(boolean dry) {
    this.dry = dry;
  }

  /// Adds what was found in a run, be it nothing.
  public void add(CheckpointId id, Found found) {
    looked++;
    if (!found.none() || !found.traces().heads().isEmpty()) {
      held.put(id, found);
    }
  }

  /// Returns `{"ok", "dry_run", "runs", "held": [{"run", "document", "states", "notes", "torn",
  /// "archives", "files", "unalterable"}]}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    held.forEach(
        (id, found) -> {
          var traces = found.traces();
          all.add(
              JsonObject.builder()
                  .add("run", id.toString())
                  .add("document", found.document())
                  .add("states", numbers(traces.states()))
                  .add("notes", numbers(List.copyOf(new TreeSet<>(traces.notes().keySet()))))
                  .add("torn", traces.torn())
                  .add("archives", names(found))
                  .add("files", found.files())
                  .add("unalterable", numbers(traces.heads()))
                  .build());
        });
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("runs", looked)
        .add("held", JsonArray.of(all))
        .build();
  }

  private static List<String> names(Found found) {
    return found.copies().stream().map(copy -> copy.path()).toList();
  }

  private static JsonArray numbers(List<Long> entries) {
    var numbers = new ArrayList<Json>();
    entries.forEach(entry -> numbers.add(JsonNumber.of(entry)));
    return JsonArray.of(numbers);
  }

  /// Returns one line a run that held it.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    held.forEach(
        (id, found) -> {
          if (!found.none()) {
            lines.add(id + (dry ? ": would be taken out of " : ": taken out of ") + places(found));
          }
          if (!found.traces().heads().isEmpty()) {
            lines.add(id + ": who acted cannot be altered, in entries " + found.traces().heads());
          }
        });
    if (lines.isEmpty()) {
      lines.add("it is in none of " + looked + (looked == 1 ? " run" : " runs"));
    }
    return lines;
  }

  private static String places(Found found) {
    var places = new ArrayList<String>();
    var traces = found.traces();
    if (found.document()) {
      places.add("the file");
    }
    count(traces.states().size(), "recorded state", places);
    count(traces.notes().size(), "entry's notes", places);
    count(traces.torn(), "torn file", places);
    count(found.copies().size(), "archived copy", places);
    count(found.files().size(), "kept file", places);
    return String.join(", ", places);
  }

  private static void count(int count, String what, List<String> places) {
    if (count == 1) {
      places.add("1 " + what);
    } else if (count > 1) {
      places.add(
          count
              + " "
              + switch (what) {
                case "entry's notes" -> "entries' notes";
                case "archived copy" -> "archived copies";
                default -> what + "s";
              });
    }
  }
}
