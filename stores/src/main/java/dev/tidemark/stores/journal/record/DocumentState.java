package dev.tidemark.stores.journal.record;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.UnpairedSurrogateException;
import dev.tidemark.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Encoded state of the document in a record: full copy, patch, or pruned.
///
/// As JSON: `{"patch":[[offset,length,"text"]]}` against the state before, `{"full":"text"}`,
/// `{"base64":"..."}` for bytes that are no text, or `null` for no document.
public final class DocumentState {
  private static final DocumentState NONE = new DocumentState(null, null);

  /// The bytes of a full copy; absent for a patch and for no document.
  private final byte @Nullable [] full;

  /// The splices of a patch; absent for a full copy and for no document.
  private final @Nullable List<TextEdit> patch;

  /// The text of a patch, which is measured before it is written.
  private @Nullable String text;

  private DocumentState(byte @Nullable [] full, @Nullable List<TextEdit> patch) {
    this.full = full;
    this.patch = patch;
  }

  /// Returns the state as a full copy.
  public static DocumentState full(byte[] bytes) {
    return new DocumentState(bytes, null);
  }

  /// Returns the state that differs from the one before by these splices, in ascending order.
  public static DocumentState patch(List<TextEdit> splices) {
    return new DocumentState(null, List.copyOf(splices));
  }

  /// Returns the state that differs from another, both valid UTF-8, by as little as can be found
  /// quickly.
  public static DocumentState difference(byte[] before, byte[] after) {
    return new DocumentState(null, TextDiff.of(before, after));
  }

  /// Returns the state of there being no document.
  public static DocumentState none() {
    return NONE;
  }

  /// Reads the JSON text of a state.
  ///
  /// @throws MalformedException if it is none
  public static DocumentState of(String text) {
    try {
      return of(JsonText.parse(text, Integer.MAX_VALUE));
    } catch (JsonException | UnpairedSurrogateException | IllegalArgumentException damaged) {
      throw new MalformedException("no state: " + damaged.getMessage());
    }
  }

  private static DocumentState of(Json json) {
    if (json instanceof JsonNull) {
      return NONE;
    }
    if (json instanceof JsonObject object) {
      var full = object.string("full");
      if (full != null) {
        return full(Utf8.encode(full));
      }
      var base64 = object.string("base64");
      if (base64 != null) {
        return full(Base64.getDecoder().decode(base64));
      }
      var patch = object.array("patch");
      if (patch != null) {
        return patch(patch);
      }
    }
    throw new MalformedException("a state of an unknown form");
  }

  private static DocumentState patch(JsonArray array) {
    var splices = new ArrayList<TextEdit>(array.size());
    for (int i = 0; i < array.size(); i++) {
      splices.add(TextEdit.of(array.get(i)));
    }
    return new DocumentState(null, splices);
  }

  /// Returns the state after the record.
  ///
  /// @param before the state before it; absent for no document
  /// @return the bytes; absent for no document
  /// @throws MalformedException if it does not fit the state before
  public byte @Nullable [] after(byte @Nullable [] before) {
    if (patch == null) {
      return full;
    }
    if (patch.isEmpty()) {
      return before;
    }
    if (before == null) {
      throw new MalformedException("a patch of nothing");
    }
    var after = new ByteArrayOutputStream(before.length);
    int kept = 0;
    for (int i = 0; i < patch.size(); i++) {
      var textEdit = patch.get(i);
      if (textEdit.offset() < kept || textEdit.offset() > before.length - textEdit.length()) {
        throw new MalformedException("a patch that does not fit");
      }
      after.write(before, kept, textEdit.offset() - kept);
      after.writeBytes(Utf8.encode(textEdit.insert()));
      kept = textEdit.offset() + textEdit.length();
    }
    after.write(before, kept, before.length - kept);
    return after.toByteArray();
  }

  /// Returns whether the state before is not needed.
  public boolean isSelfContained() {
    return patch == null;
  }

  /// Returns the JSON text of it.
  public String text() {
    if (patch == null) {
      return JsonText.compact(json());
    }
    var known = text;
    if (known == null) {
      known = JsonText.compact(json());
      text = known;
    }
    return known;
  }

  private Json json() {
    if (patch != null) {
      var array = new ArrayList<Json>(patch.size());
      for (int i = 0; i < patch.size(); i++) {
        array.add(patch.get(i).json());
      }
      return JsonObject.builder().add("patch", JsonArray.of(array)).build();
    }
    if (full == null) {
      return JsonNull.NULL;
    }
    var readable = Utf8.decode(full);
    return readable.isPresent()
        ? JsonObject.builder().add("full", readable.get()).build()
        : JsonObject.builder().add("base64", Base64.getEncoder().encodeToString(full)).build();
  }
}
