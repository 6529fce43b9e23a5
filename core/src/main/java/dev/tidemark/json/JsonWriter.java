package dev.tidemark.json;

/// Serializes values as ECMAScript does.
final class JsonWriter {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out;
  private int depth;

  JsonWriter(StringBuilder out) {
    this.out = out;
  }

  /// Prints a value.
  ///
  /// @param indent of the line that the value starts on
  void write(Json value, JsonLayout layout, String indent) {
    switch (value.kind()) {
      case OBJECT -> writeObject((JsonObject) value, layout, indent);
      case ARRAY -> writeArray((JsonArray) value, layout, indent);
      case STRING -> quote(((JsonString) value).value());
      case NUMBER -> out.append(((JsonNumber) value).spelling());
      case BOOLEAN -> out.append(((JsonBoolean) value).value());
      case NULL -> out.append("null");
    }
  }

  /// Prints a string in quotes, with the escapes of ECMAScript: quote, backslash, controls and
  /// unpaired surrogates.
  void quote(String text) {
    out.append('"');
    char[] chars = text.toCharArray();
    int kept = 0;
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      boolean plain = c >= ' ' && c != '"' && c != '\\' && (c < 0xd800 || c > 0xdfff);
      if (plain || isInSurrogatePair(chars, i)) {
        continue;
      }
      out.append(text, kept, i);
      escape(c);
      kept = i + 1;
    }
    out.append(text, kept, chars.length).append('"');
  }

  private void writeObject(JsonObject object, JsonLayout layout, String indent) {
    var members = object.members();
    enterLevel();
    if (members.isEmpty()) {
      out.append("{}");
      leaveLevel();
      return;
    }
    var inner = indent + layout.unit();
    out.append('{');
    for (int i = 0; i < members.size(); i++) {
      lead(i, layout, inner);
      quote(members.get(i).key());
      out.append(layout.colon());
      write(members.get(i).value(), layout, inner);
    }
    lineEnd(layout, indent);
    leaveLevel();
    out.append('}');
  }

  private void writeArray(JsonArray array, JsonLayout layout, String indent) {
    enterLevel();
    if (array.size() == 0) {
      out.append("[]");
      leaveLevel();
      return;
    }
    var inner = indent + layout.unit();
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      lead(i, layout, inner);
      write(array.get(i), layout, inner);
    }
    lineEnd(layout, indent);
    leaveLevel();
    out.append(']');
  }

  /// Increments the nesting level of the following output.
  void enterLevel() {
    if (++depth > JsonText.MAX_DEPTH) {
      throw new IllegalArgumentException("deeper than " + JsonText.MAX_DEPTH + " levels");
    }
  }

  /// Counts one level less.
  void leaveLevel() {
    depth--;
  }

  private void lead(int index, JsonLayout layout, String inner) {
    if (layout.isMultiLine()) {
      out.append(index == 0 ? "" : ",").append(layout.newline()).append(inner);
    } else if (index > 0) {
      out.append(layout.comma());
    }
  }

  private void lineEnd(JsonLayout layout, String indent) {
    if (layout.isMultiLine()) {
      out.append(layout.newline()).append(indent);
    }
  }

  /// Returns whether a half of a surrogate pair has its other half beside it.
  private static boolean isInSurrogatePair(char[] chars, int i) {
    return Character.isHighSurrogate(chars[i])
        ? i + 1 < chars.length && Character.isLowSurrogate(chars[i + 1])
        : i > 0 && Character.isSurrogatePair(chars[i - 1], chars[i]);
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt(c >> shift & 0xf));
        }
      }
    }
  }
}
