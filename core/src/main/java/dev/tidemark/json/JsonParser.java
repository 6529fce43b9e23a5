package dev.tidemark.json;

import java.util.ArrayList;

/// Recursive descent parser that builds the JSON tree, bounded by the depth limit.
final class JsonParser {
  private static final char BOM = '\ufeff';

  private final JsonScanner in;
  private int depth;

  JsonParser(String text) {
    this.in = new JsonScanner(text);
  }

  Json document() {
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
    int start = in.at();
    return switch (in.peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> {
        var string = in.string();
        yield new JsonString(string, start, in.at());
      }
      case 't' -> {
        in.word("true", expected);
        yield new JsonBoolean(true, start, in.at());
      }
      case 'f' -> {
        in.word("false", expected);
        yield new JsonBoolean(false, start, in.at());
      }
      case 'n' -> {
        in.word("null", expected);
        yield new JsonNull(start, in.at());
      }
      default -> {
        var spelling = in.number(expected);
        yield new JsonNumber(spelling, start, in.at());
      }
    };
  }

  private JsonObject object() {
    int start = in.at();
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
    return new JsonObject(members, start, in.at());
  }

  private JsonMember member(String expected) {
    in.skipSpace();
    int keyStart = in.at();
    if (in.peek() != '"') {
      throw in.unexpected(expected);
    }
    var key = in.string();
    int keyEnd = in.at();
    in.skipSpace();
    if (in.peek() != ':') {
      throw in.unexpected("':'");
    }
    in.skip();
    return new JsonMember(key, value("a value"), keyStart, keyEnd);
  }

  private JsonArray array() {
    int start = in.at();
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
    return new JsonArray(elements, start, in.at());
  }

  private void enter() {
    if (++depth > JsonText.MAX_DEPTH) {
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
