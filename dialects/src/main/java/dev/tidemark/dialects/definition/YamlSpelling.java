package dev.tidemark.dialects.definition;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonString;

/// Formatting of values in messages, and their lexical form.
final class YamlSpelling {
  private YamlSpelling() {}

  static boolean isNumber(String text) {
    int point = text.indexOf('.');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && i != point) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= 6 && point != 0 && point != text.length() - 1;
  }

  static String shown(Json value) {
    return switch (value.kind()) {
      case OBJECT -> "keys and values";
      case ARRAY -> "a list";
      case NULL -> "nothing";
      case STRING -> ((JsonString) value).value().isBlank() ? "an empty text" : value.toString();
      case NUMBER, BOOLEAN -> value.toString();
    };
  }

  static String inQuotes(Json value) {
    return switch (value.kind()) {
      case NUMBER, BOOLEAN -> "; put it in quotes if it is a name";
      case OBJECT, ARRAY, STRING, NULL -> "";
    };
  }

  static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
