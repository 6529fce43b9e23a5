package dev.tidemark.fuzz;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import org.jspecify.annotations.Nullable;

/// The JSON tree: what is read is printed and read again, and one text becomes another by changes.
final class JsonTarget implements Target {
  private static final String OTHER =
      "{\"a\":[1,{\"b\":null},\"c\"],\"version\":\"2.0\",\"n\":-0.1}";

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    int middle = text.indexOf('\f');
    if (middle >= 0) {
      changed(text.substring(0, middle), text.substring(middle + 1));
      return;
    }
    changed(text, OTHER);
  }

  private static void changed(String text, String other) {
    var one = parsed(text);
    if (one == null) {
      return;
    }
    Claims.same(parsed(JsonText.pretty(one)), one, "printed and read");
    Claims.same(parsed(JsonText.compact(one)), one, "printed in one line and read");
    Claims.same(JsonSplice.apply(text, one), text, "changed into itself");
    var two = parsed(other);
    if (two != null) {
      Claims.same(parsed(JsonSplice.apply(text, two)), two, "changed into another");
      Claims.same(parsed(JsonSplice.apply(other, one)), one, "another changed into it");
    }
  }

  private static @Nullable Json parsed(String text) {
    try {
      return JsonText.parse(text);
    } catch (JsonException expected) {
      Claims.explains(expected);
      Claims.holds(
          expected.offset() <= text.length() && expected.line() > 0, "a place in the text");
      return null;
    }
  }
}
