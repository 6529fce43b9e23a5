package dev.tidemark.checkpoint;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Merge conflict in the content of a document: fields that both sides of a git merge changed in
/// ways that contradict each other. It is recorded in the merged document, with both values, until
/// a person decides.
///
/// @param phase the phase that it is about, whose gate is closed meanwhile; absent for the run
/// @param at the keys that lead to the object with the fields; none for the document itself
/// @param ours the fields as our side has them; one that it does not have is absent
/// @param theirs the same of the other side
public record MergeConflict(
    @Nullable PhaseName phase, List<String> at, JsonObject ours, JsonObject theirs) {
  /// The member of JSON documents that holds the conflicts.
  public static final String KEY = "merge_conflicts";

  private static final String PHASE = "phase";
  private static final String AT = "at";
  private static final String OURS = "ours";
  private static final String THEIRS = "theirs";

  /// The most characters of a value in a message.
  private static final int SHOWN_MAX = 120;

  /// Takes its own copy of the keys.
  public MergeConflict {
    at = List.copyOf(at);
  }

  /// Returns the conflict as documents record it.
  public JsonObject json() {
    return JsonObject.builder()
        .addIfPresent(PHASE, phase == null ? null : phase.value())
        .add(AT, at)
        .add(OURS, ours)
        .add(THEIRS, theirs)
        .build();
  }

  /// Returns the conflict that a value records; null if it records none.
  public static @Nullable MergeConflict read(Json json) {
    if (!(json instanceof JsonObject object)) {
      return null;
    }
    var ours = object.object(OURS);
    var theirs = object.object(THEIRS);
    var phase = object.string(PHASE);
    return ours == null || theirs == null
        ? null
        : new MergeConflict(
            phase == null || phase.isBlank() ? null : new PhaseName(phase),
            object.strings(AT),
            ours,
            theirs);
  }

  /// Returns the conflicts that the root of a JSON document records.
  public static List<MergeConflict> in(JsonObject root) {
    var conflicts = new ArrayList<MergeConflict>();
    for (var element : root.elements(KEY)) {
      var conflict = read(element);
      if (conflict != null) {
        conflicts.add(conflict);
      }
    }
    return conflicts;
  }

  /// Returns the root of a JSON document with these conflicts, and no others.
  public static JsonObject into(JsonObject root, List<MergeConflict> conflicts) {
    if (conflicts.isEmpty()) {
      return root.without(KEY);
    }
    var all = new ArrayList<Json>();
    for (var conflict : conflicts) {
      all.add(conflict.json());
    }
    var array = JsonArray.of(all);
    return array.equals(root.find(KEY)) ? root : root.with(KEY, array);
  }

  /// Returns the fields of a side.
  public JsonObject side(boolean our) {
    return our ? ours : theirs;
  }

  /// Returns the names of the fields.
  public List<String> fields() {
    var fields = new LinkedHashSet<String>();
    ours.members().forEach(member -> fields.add(member.key()));
    theirs.members().forEach(member -> fields.add(member.key()));
    return List.copyOf(fields);
  }

  /// Returns whether another conflict is the same, whichever side its merge called ours.
  public boolean isSame(MergeConflict other) {
    return at.equals(other.at)
        && ((ours.equals(other.ours) && theirs.equals(other.theirs))
            || (ours.equals(other.theirs) && theirs.equals(other.ours)));
  }

  /// Returns the conflict in one line: `context_summary: ours "A", theirs "B"`.
  public String text() {
    var fields = fields();
    var text = new StringBuilder(fields.isEmpty() ? "" : fields.getFirst());
    return text.append(": ours ")
        .append(shown(ours, fields))
        .append(", theirs ")
        .append(shown(theirs, fields))
        .toString();
  }

  private static String shown(JsonObject side, List<String> fields) {
    var words = new ArrayList<String>();
    for (var field : fields) {
      var value = side.find(field);
      if (value instanceof JsonString text) {
        words.add('"' + text.value() + '"');
      } else if (value != null) {
        words.add(value.toString());
      }
    }
    var line = PlainText.line(words.isEmpty() ? "nothing" : String.join(" ", words));
    return line.length() <= SHOWN_MAX
        ? line
        : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, SHOWN_MAX)))
            + "\u2026";
  }
}
