package dev.tidemark.json;

import java.util.ArrayList;

/// JSON parser and serializer with the syntax and limits of ECMAScript's `JSON.parse` and
/// `JSON.stringify`.
public final class JsonText {
  /// The nesting limit of arrays and objects: 200 levels are read, 201 are not.
  public static final int MAX_DEPTH = 200;

  /// The size limit of a text in bytes of UTF-8: 5 MiB.
  public static final int MAX_BYTES = 5 * 1024 * 1024;

  /// More bytes than a UTF-16 unit takes in UTF-8.
  private static final int BYTES_PER_CHAR = 3;

  /// The initial buffer size, enough for most outputs.
  private static final int USUAL_CHARS = 512;

  private static final char BOM = '\ufeff';

  // An instance is a recursive descent parser of one text, bounded by the depth limit.
  private final JsonScanner in;
  private int depth;

  private JsonText(String text) {
    this.in = new JsonScanner(text);
  }

  /// Reads a text: strictly RFC 8259, except that a byte order mark may stand before it.
  ///
  /// Takes time linear in the text, and refuses too large and too deep ones without reading on.
  ///
  /// @throws JsonException if it is not JSON, too deep or too large
  public static Json parse(String text) {
    return parse(text, MAX_BYTES);
  }

  /// Reads a text, see [#parse(String)], with another limit: a journal wraps whole documents.
  ///
  /// @param maxBytes how long the text may be, in bytes of UTF-8
  /// @throws JsonException if it is not JSON, too deep or too large
  public static Json parse(String text, int maxBytes) {
    if (text.length() > maxBytes / BYTES_PER_CHAR && isTooLarge(text, maxBytes)) {
      throw JsonException.at(
          JsonException.Reason.TOO_LARGE, "larger than " + maxBytes + " bytes", text, 0);
    }
    return new JsonText(text).document();
  }

  /// Returns the value byte for byte as `JSON.stringify(value, null, 2)` prints it, without final
  /// newline; only numbers keep their spelling, and members their order and duplicates.
  ///
  /// @throws IllegalArgumentException if it nests deeper than [#MAX_DEPTH]
  public static String pretty(Json value) {
    return print(value, JsonLayout.PRETTY);
  }

  /// Returns the value as `JSON.stringify(value)` prints it, see [#pretty].
  ///
  /// @throws IllegalArgumentException if it nests deeper than [#MAX_DEPTH]
  public static String compact(Json value) {
    return print(value, JsonLayout.COMPACT);
  }

  private static String print(Json value, JsonLayout layout) {
    var out = new StringBuilder(USUAL_CHARS);
    new JsonWriter(out).write(value, layout, "");
    return out.toString();
  }

  private static boolean isTooLarge(String text, int maxBytes) {
    int bytes = text.length();
    for (int i = 0; i < text.length() && bytes <= maxBytes; i++) {
      char c = text.charAt(i);
      // Half of a surrogate pair takes two of the pair's four bytes.
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes > maxBytes;
  }

  private Json document() {
    if (in.peek() == BOM) {
      in.skip();
    }
    var value = value("a JSON value");
    in.skipSpace();
    if (!in.atEnd()) {
      throw in.unexpected("the end of the text");
    }
    return value;
  }

  private Json value(String expected) {
    in.skipSpace();
    int start = in.position();
    return switch (in.peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> {
        var string = in.string();
        yield new JsonString(string, start, in.position());
      }
      case 't' -> {
        in.word("true", expected);
        yield new JsonBoolean(true, start, in.position());
      }
      case 'f' -> {
        in.word("false", expected);
        yield new JsonBoolean(false, start, in.position());
      }
      case 'n' -> {
        in.word("null", expected);
        yield new JsonNull(start, in.position());
      }
      default -> {
        var spelling = in.number(expected);
        yield new JsonNumber(spelling, start, in.position());
      }
    };
  }

  private JsonObject object() {
    int start = in.position();
    enter();
    var members = new ArrayList<JsonMember>();
    in.skipSpace();
    if (in.peek() != '}') {
      members.add(member("a key or '}'"));
      while (isNext("',' or '}'", '}')) {
        members.add(member("a key"));
      }
    }
    leave();
    return new JsonObject(members, start, in.position());
  }

  private JsonMember member(String expected) {
    in.skipSpace();
    int keyStart = in.position();
    if (in.peek() != '"') {
      throw in.unexpected(expected);
    }
    var key = in.string();
    int keyEnd = in.position();
    in.skipSpace();
    if (in.peek() != ':') {
      throw in.unexpected("':'");
    }
    in.skip();
    return new JsonMember(key, value("a value"), keyStart, keyEnd);
  }

  private JsonArray array() {
    int start = in.position();
    enter();
    var elements = new ArrayList<Json>();
    in.skipSpace();
    if (in.peek() != ']') {
      elements.add(value("a value or ']'"));
      while (isNext("',' or ']'", ']')) {
        elements.add(value("a value"));
      }
    }
    leave();
    return new JsonArray(elements, start, in.position());
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw in.tooDeep();
    }
    in.skip();
  }

  private void leave() {
    depth--;
    in.skip();
  }

  /// Returns whether a comma, now read over, promises another item; if not, `close` is next.
  private boolean isNext(String expected, char close) {
    in.skipSpace();
    char c = in.peek();
    if (c == ',') {
      in.skip();
      return true;
    }
    if (c != close) {
      throw in.unexpected(expected);
    }
    return false;
  }
}
