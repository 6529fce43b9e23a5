package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of checkpoints of the unified schema, for all versions of the schema.
///
/// New documents look as ECMAScript's `JSON.stringify(value, null, 2)` prints them. An existing
/// document keeps its own formatting outside of the change.
public final class StateFormat implements Format<StateCheckpoint> {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "state";

  /// Makes the format; it has no options.
  public StateFormat() {}

  @Override
  public DecodeResult<StateCheckpoint> decode(CheckpointId id, String document) {
    var root = root(document);
    if (isVersion(root, StateFormat1.VERSION)) {
      return StateFormat1.read(id, root, document.length());
    }
    throw new UnknownVersionException(spelling(root), isLater(root, StateFormat1.VERSION));
  }

  @Override
  public String encode(StateCheckpoint next, String previous) {
    return JsonSplice.apply(previous, next.root());
  }

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = decode(id, ours).checkpoint().root();
    var other = decode(id, theirs).checkpoint().root();
    var before = base == null ? null : decode(id, base).checkpoint().root();
    return Result.of(StateMerge.merge(before, one, other, ours));
  }

  @Override
  public @Nullable StateCheckpoint noted(StateCheckpoint checkpoint, Note note) {
    return PhaseNotes.with(checkpoint, note);
  }

  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    var root = decode(id, document).checkpoint().root();
    return JsonSplice.apply(document, root, StateMerge.decide(root, conflicts, ours));
  }

  @Override
  public Attribution attribution(String document) {
    return StateAttribution.of(document);
  }

  /// Returns whether the document has that version; `1.0` is 1, and `"1"` is not.
  public static boolean isVersion(JsonObject root, int version) {
    return root.find(SchemaFields.VERSION) instanceof JsonNumber number && number.isWhole(version);
  }

  private static boolean isLater(JsonObject root, int version) {
    return root.find(SchemaFields.VERSION) instanceof JsonNumber number
        && number.doubleValue() > version;
  }

  /// Returns the version as the document spells it, `undefined` if it names none.
  public static String spelling(JsonObject root) {
    var version = root.find(SchemaFields.VERSION);
    return version == null ? "undefined" : JsonText.compact(version);
  }

  private static JsonObject root(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return root;
      }
    } catch (JsonException problem) {
      var what = String.valueOf(problem.getMessage());
      if (problem.reason() == JsonException.Reason.SYNTAX) {
        throw new UnreadableException(what);
      }
      throw new UnusableException(what);
    }
    throw new UnusableException("expected a JSON object, but the document is something else");
  }
}
