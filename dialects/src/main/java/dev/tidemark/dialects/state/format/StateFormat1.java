package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of version 1 of the schema.
///
/// Missing parts are no reason to complain, they are put in by the next change (R-004-38). Parts of
/// a wrong type are, because they are read as if missing.
public final class StateFormat1 {
  public static final int VERSION = 1;

  private static final String ODD = "odd-document";
  private static final String VALIDATE = "tidemark validate lists them";

  /// The limit of positions listed.
  private static final int LISTED_MAX = 20;

  private final List<Notice> notices = new ArrayList<>();
  private int more;

  private StateFormat1() {}

  /// Reads a tree of this version.
  ///
  /// @param length of its text, in characters
  static DecodeResult<StateCheckpoint> read(CheckpointId id, JsonObject root, int length) {
    var reading = new StateFormat1();
    reading.check(root);
    if (reading.more > 0) {
      var text = "the document has " + reading.more + " more such places: " + VALIDATE;
      reading.notices.add(new Notice(ODD, text));
    }
    if (length > DocumentLimits.COMFORTABLE_CHARS) {
      reading.notices.add(DocumentLimits.large(length));
    }
    return new DecodeResult<>(new StateCheckpoint(id, root), reading.notices);
  }

  private void check(JsonObject root) {
    for (var key : List.of(SchemaFields.COMMAND, SchemaFields.FEATURE, SchemaFields.COMPLETED_AT)) {
      expect(root.find(key), key, "a string", Json.Kind.STRING);
    }
    var state = root.find(SchemaFields.STATE);
    expect(state, SchemaFields.STATE, "an object", Json.Kind.OBJECT);
    if (state instanceof JsonObject object) {
      var current = object.find(SchemaFields.CURRENT_PHASE);
      expect(current, "state.current_phase", "a phase's name", Json.Kind.STRING);
      names(object, SchemaFields.COMPLETED_PHASES);
      names(object, SchemaFields.PENDING_PHASES);
    }
    var phases = root.find(SchemaFields.PHASES);
    expect(phases, SchemaFields.PHASES, "an object", Json.Kind.OBJECT);
    if (phases instanceof JsonObject entries) {
      for (var member : entries.members()) {
        phase("phases." + member.key(), member.value());
      }
    }
  }

  private void names(JsonObject state, String key) {
    var value = state.find(key);
    expect(value, "state." + key, "an array of names", Json.Kind.ARRAY);
    if (value instanceof JsonArray array && array.strings().size() < array.size()) {
      addNotice("state." + key, "holds something that is not a name; that is left alone");
    }
  }

  private void phase(String path, Json value) {
    if (!(value instanceof JsonObject entry)) {
      addNotice(path, "is not an object, and is read as if it were missing");
      return;
    }
    var status = entry.find(SchemaFields.STATUS);
    if (status == null) {
      return;
    }
    if (!(status instanceof JsonString word) || PhaseStatus.parse(word.value()) == null) {
      addNotice(path + ".status", "is " + status + ", which is none of " + SchemaFields.STATUSES);
    }
  }

  private void expect(@Nullable Json value, String path, String what, Json.Kind kind) {
    if (value != null && !(value instanceof JsonNull) && value.kind() != kind) {
      addNotice(path, "is not " + what + ", and is read as if it were missing");
    }
  }

  private void addNotice(String path, String what) {
    if (notices.size() < LISTED_MAX) {
      notices.add(new Notice(ODD, path + " " + what));
    } else {
      more++;
    }
  }
}
