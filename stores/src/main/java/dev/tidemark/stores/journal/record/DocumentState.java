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
public abstract sealed class DocumentState {
  private DocumentState() {}

  /// Returns the state after the record.
  ///
  /// @param before the state before it; absent for no document
  /// @return the bytes; absent for no document
  /// @throws MalformedException if it does not fit the state before
  public abstract byte @Nullable [] after(byte @Nullable [] before);

  /// Returns whether the state before is not needed.
  public abstract boolean isSelfContained();

  /// Returns the JSON text of it.
  public abstract String text();

  /// Returns the state as a full copy.
  public static DocumentState full(byte[] bytes) {
    return new Full(bytes);
  }

  /// Returns the state that differs from the one before by these splices, in ascending order.
  public static DocumentState patch(List<TextEdit> splices) {
    return new Patch(List.copyOf(splices));
  }

  /// Returns the state that differs from another, both valid UTF-8, by as little as can be found
  /// quickly.
  public static DocumentState difference(byte[] before, byte[] after) {
    return new Patch(TextDiff.of(before, after));
  }

  /// Returns the state of there being no document.
  public static DocumentState none() {
    return None.NONE;
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
      return None.NONE;
    }
    if (json instanceof JsonObject object) {
      var full = object.string("full");
      if (full != null) {
        return new Full(Utf8.encode(full));
      }
      var base64 = object.string("base64");
      if (base64 != null) {
        return new Full(Base64.getDecoder().decode(base64));
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
    return new Patch(splices);
  }

  /// The whole of it.
  private static final class Full extends DocumentState {
    private final byte[] bytes;

    Full(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public byte[] after(byte @Nullable [] before) {
      return bytes;
    }

    @Override
    public boolean isSelfContained() {
      return true;
    }

    @Override
    public String text() {
      var text = Utf8.decode(bytes);
      var json =
          text.isEmpty()
              ? JsonObject.builder().add("base64", Base64.getEncoder().encodeToString(bytes))
              : JsonObject.builder().add("full", text.get());
      return JsonText.compact(json.build());
    }
  }

  /// The differences.
  private static final class Patch extends DocumentState {
    private final List<TextEdit> splices;
    private @Nullable String text;

    Patch(List<TextEdit> splices) {
      this.splices = splices;
    }

    @Override
    public byte @Nullable [] after(byte @Nullable [] before) {
      if (splices.isEmpty()) {
        return before;
      }
      if (before == null) {
        throw new MalformedException("a patch of nothing");
      }
      var after = new ByteArrayOutputStream(before.length);
      int kept = 0;
      for (int i = 0; i < splices.size(); i++) {
        var textEdit = splices.get(i);
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

    @Override
    public boolean isSelfContained() {
      return false;
    }

    @Override
    public String text() {
      var known = text;
      if (known == null) {
        known = written();
        text = known;
      }
      return known;
    }

    private String written() {
      var array = new ArrayList<Json>(splices.size());
      for (int i = 0; i < splices.size(); i++) {
        array.add(splices.get(i).json());
      }
      return JsonText.compact(JsonObject.builder().add("patch", JsonArray.of(array)).build());
    }
  }

  /// No document.
  private static final class None extends DocumentState {
    static final None NONE = new None();

    @Override
    public byte @Nullable [] after(byte @Nullable [] before) {
      return null;
    }

    @Override
    public boolean isSelfContained() {
      return true;
    }

    @Override
    public String text() {
      return "null";
    }
  }
}
