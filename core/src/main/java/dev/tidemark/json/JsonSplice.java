package dev.tidemark.json;

/// Lossless JSON patch: changes a JSON text into another value and leaves every byte outside the
/// changed values unchanged: white space, number spellings, escapes, duplicate keys, byte order
/// mark, final newline.
///
/// Two laws hold. A text that is exactly the output of [JsonText#pretty] becomes exactly its output
/// for the next value; the same goes for [JsonText#compact], but for a lone scalar or empty
/// container, where the two look alike and `pretty` is taken.
public final class JsonSplice {
  private final String text;
  private final StringBuilder out;
  private final JsonWriter writer;

  /// The part of the text that is to be copied next, once it is known where it ends.
  private int copyFrom;

  private int copyTo;

  private JsonSplice(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length() + 256);
    this.writer = new JsonWriter(out);
  }

  /// Returns the previous text with just those values, members and elements rewritten, put in or
  /// cut out that differ in `next`.
  ///
  /// Inserted values take the style of the enclosing container: its indent, line ends, and spaces
  /// after colon and comma. Members follow the order of `next`; an array keeps the elements before
  /// its first and after its last difference. An empty or blank text becomes [JsonText#pretty] of
  /// `next`. Takes time linear in both, at worst times the depth of arrays.
  ///
  /// @throws JsonException if the previous text is not JSON
  /// @throws IllegalArgumentException if `next` nests deeper than [JsonText#MAX_DEPTH]
  public static String apply(String previous, Json next) {
    int mark = previous.startsWith("\ufeff") ? 1 : 0;
    if (isBlank(previous, mark)) {
      return previous.substring(0, mark) + JsonText.pretty(next);
    }
    return apply(previous, JsonText.parse(previous), next);
  }

  /// The same for a text that was parsed already: saves the time to parse it again.
  ///
  /// @param before what [JsonText#parse] made of the previous text
  /// @throws IllegalArgumentException if `next` nests deeper than [JsonText#MAX_DEPTH]
  public static String apply(String previous, Json before, Json next) {
    return new JsonSplice(previous).document(before, next);
  }

  private String document(Json before, Json next) {
    copy(0, before.start());
    value(before, next, JsonStyle.rootLayout(text, before), "");
    copy(before.end(), text.length());
    flush();
    return out.toString();
  }

  /// Emits the next value in the place of the one before.
  ///
  /// @param layout of the container around it
  /// @param indent of the line it starts on
  @SuppressWarnings("ReferenceEquality") // a part of the same tree has not changed
  private void value(Json before, Json next, JsonLayout layout, String indent) {
    if (before == next) {
      copy(before.start(), before.end());
    } else if (before instanceof JsonObject was && next instanceof JsonObject is) {
      items(JsonItems.of(was), JsonItems.of(is), layout, indent);
    } else if (before instanceof JsonArray was && next instanceof JsonArray is) {
      items(JsonItems.of(was), JsonItems.of(is), layout, indent);
    } else if (before.equals(next)) {
      copy(before.start(), before.end());
    } else {
      flush();
      writer.write(next, layout, indent);
    }
  }

  private void items(JsonItems was, JsonItems is, JsonLayout layout, String indent) {
    if (was.size() == 0 && is.size() == 0) {
      copy(was.start(), was.end());
    } else if (was.size() == 0 || is.size() == 0) {
      flush();
      writer.write(is.container(), layout, indent);
    } else {
      writer.enterLevel();
      merge(was, is, JsonStyle.of(text, was, layout, indent));
      writer.leaveLevel();
    }
  }

  /// Emits the items of a container that has some before and after. Between items there is only
  /// white space and a comma, so any gap of the text fits between any two.
  private void merge(JsonItems was, JsonItems is, JsonStyle style) {
    int[] origins = is.origins(was);
    copy(was.start(), was.itemStart(0));
    for (int i = 0; i < origins.length; i++) {
      int origin = origins[i];
      if (i > 0) {
        gap(was, origins[i - 1], origin, style);
      }
      if (origin < 0) {
        flush();
        is.writeKey(i, writer, out, style.layout());
        writer.write(is.value(i), style.layout(), style.indent());
      } else {
        copy(was.itemStart(origin), was.value(origin).start());
        value(was.value(origin), is.value(i), style.layout(), style.indent());
      }
    }
    copy(was.itemEnd(was.size() - 1), was.end());
  }

  /// Emits the separator of two items; an existing item keeps the text before it.
  private void gap(JsonItems was, int left, int right, JsonStyle style) {
    if (right > 0 && (left >= 0 || style.isMultiLine())) {
      copy(was.itemEnd(right - 1), was.itemStart(right));
    } else {
      flush();
      out.append(style.separator());
    }
  }

  private void copy(int from, int to) {
    if (from != copyTo) {
      flush();
      copyFrom = from;
    }
    copyTo = to;
  }

  private void flush() {
    out.append(text, copyFrom, copyTo);
    copyFrom = copyTo;
  }

  private static boolean isBlank(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return false;
      }
    }
    return true;
  }
}
