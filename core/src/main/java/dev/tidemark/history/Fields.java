package dev.tidemark.history;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Field access for the JSON codecs of journals. A required field that is absent, or of another
/// type, throws [Missing]; the codec then reads the whole as written by a newer version.
final class Fields {
  private Fields() {}

  static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new Missing();
    }
    return value;
  }

  static String text(JsonObject json, String key) {
    return text(json.find(key));
  }

  static String text(@Nullable Json value) {
    if (value instanceof JsonString string) {
      return string.value();
    }
    throw new Missing();
  }

  static long whole(JsonObject json, String key) {
    return whole(json.find(key));
  }

  static long whole(@Nullable Json value) {
    if (value instanceof JsonNumber number && number.wholeValue().isPresent()) {
      return number.wholeValue().getAsLong();
    }
    throw new Missing();
  }

  static JsonObject object(JsonObject json, String key) {
    return required(json.object(key));
  }

  /// Returns the object under that key, or the empty one, which has none of its required fields.
  static JsonObject part(JsonObject json, String key) {
    var part = json.object(key);
    return part == null ? JsonObject.EMPTY : part;
  }

  static PhaseName phase(JsonObject json) {
    return required(phase(json, "phase"));
  }

  /// Returns the optional phase. A blank one is refused, unlike in [#phase(JsonObject, String)].
  static @Nullable PhaseName phaseIfPresent(JsonObject json) {
    return json.string("phase") == null ? null : phase(json);
  }

  /// Returns the phase under that key; null if it is absent or blank.
  static @Nullable PhaseName phase(JsonObject json, String key) {
    var name = json.string(key);
    return name == null || name.isBlank() ? null : new PhaseName(name);
  }

  static JsonObject.Builder addPhase(JsonObject.Builder json, @Nullable PhaseName phase) {
    return json.addIfPresent("phase", phase == null ? null : phase.value());
  }

  /// A required field is missing. It has no stack trace: older programs read newer journals.
  static final class Missing extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    Missing() {
      super("a required field is missing", null, false, false);
    }
  }
}
