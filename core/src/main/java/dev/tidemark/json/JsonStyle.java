package dev.tidemark.json;

/// Detected formatting style of one container of a text.
///
/// @param layout the layout of inserted values
/// @param indent of the lines its items start on
/// @param separator between two items
record JsonStyle(JsonLayout layout, String indent, String separator) {

  /// Returns the layout for a root value, as if a container stood around it.
  static JsonLayout rootLayout(String text, Json root) {
    if (isOneLine(text, root)) {
      return JsonLayout.COMPACT;
    }
    int end = lineEnd(text, 0, text.length());
    var pretty = JsonLayout.PRETTY;
    return end < 0
        ? pretty
        : new JsonLayout(newlineAt(text, end), pretty.unit(), pretty.colon(), pretty.comma());
  }

  /// Returns the style of a container that has items.
  ///
  /// @param around the default layout, for properties that the container does not show
  /// @param indent of the line the container starts on
  static JsonStyle of(String text, JsonItems items, JsonLayout around, String indent) {
    int start = items.start() + 1;
    int first = items.itemStart(0);
    int end = lineEnd(text, start, first);
    var colon = items.isObject() ? colon(text, items) : around.colon();
    if (end < 0) {
      return oneLine(text, items, around, colon, indent);
    }
    var newline = newlineAt(text, end);
    var inner = text.substring(afterLastLineEnd(text, start, first), first);
    int last = items.itemEnd(items.size() - 1);
    int close = afterLastLineEnd(text, last, items.end() - 1);
    var outer = close < 0 ? indent : text.substring(close, items.end() - 1);
    var deeper = inner.length() > outer.length() && inner.startsWith(outer);
    var unit = deeper ? inner.substring(outer.length()) : around.unit();
    var layout = new JsonLayout(newline, unit, colon, spaced(colon));
    return new JsonStyle(layout, inner, "," + newline + inner);
  }

  boolean isMultiLine() {
    return layout.isMultiLine();
  }

  private static JsonStyle oneLine(
      String text, JsonItems items, JsonLayout around, String colon, String indent) {
    var comma = items.isObject() ? spaced(colon) : around.comma();
    for (int i = 1; i < items.size(); i++) {
      var gap = text.substring(items.itemEnd(i - 1), items.itemStart(i));
      comma = i == 1 || gap.length() < comma.length() ? gap : comma;
    }
    // Without a key to go by, colons are spaced as commas are.
    boolean guess = !items.isObject() && items.size() > 1;
    var between = guess ? (comma.endsWith(" ") ? ": " : ":") : colon;
    return new JsonStyle(new JsonLayout("", "", between, comma), indent, comma);
  }

  private static String colon(String text, JsonItems items) {
    return text.substring(items.keyEnd(0), items.value(0).start());
  }

  private static String spaced(String colon) {
    return colon.endsWith(" ") ? ", " : ",";
  }

  private static boolean isOneLine(String text, Json root) {
    if (root instanceof JsonObject object) {
      return object.size() > 0
          && lineEnd(text, root.start(), object.members().get(0).keyStart()) < 0;
    }
    return root instanceof JsonArray array
        && array.size() > 0
        && lineEnd(text, root.start(), array.get(0).start()) < 0;
  }

  /// Returns the index of the first line end in that part of the text, or -1.
  private static int lineEnd(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
        return i;
      }
    }
    return -1;
  }

  /// Returns the index after the last line end in that part of the text, or -1.
  private static int afterLastLineEnd(String text, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  private static String newlineAt(String text, int index) {
    if (text.charAt(index) == '\n') {
      return "\n";
    }
    return text.startsWith("\r\n", index) ? "\r\n" : "\r";
  }
}
