package dev.tidemark.dialects.phase.format;

import dev.tidemark.dialects.phase.format.PhaseFrontMatter.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fast parser of the usual front matter: one key and one text on each line. Other constructs are
/// left to [YamlFrontMatter], which takes a hundred times as long.
final class FrontMatterReader {
  /// The characters that may begin something other than a plain text.
  private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

  private final List<Entry> entries = new ArrayList<>();
  private boolean understood = true;

  private FrontMatterReader() {}

  static FrontMatterReader of(String inner) {
    var reader = new FrontMatterReader();
    int at = 0;
    while (at < inner.length()) {
      int end = PhaseFrontMatter.lineEnd(inner, at);
      reader.line(inner.substring(at, end));
      at = PhaseFrontMatter.after(inner, end);
    }
    return reader;
  }

  /// Returns the keys that were understood.
  List<Entry> entries() {
    return entries;
  }

  /// Returns whether that was all.
  boolean understood() {
    return understood;
  }

  private void line(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (!isUsual(line.charAt(i))) {
        understood = false;
        return;
      }
    }
    var text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    var entry = entry(line);
    if (entry == null) {
      understood = false;
    } else {
      entries.add(entry);
    }
  }

  private static @Nullable Entry entry(String line) {
    int colon = 0;
    while (colon < line.length() && isKey(line.charAt(colon), colon == 0)) {
      colon++;
    }
    boolean key = colon > 0 && colon < line.length() && line.charAt(colon) == ':';
    if (!key || (colon + 1 < line.length() && line.charAt(colon + 1) != ' ')) {
      return null;
    }
    var name = line.substring(0, colon);
    var value = line.substring(colon + 1).strip();
    if (value.isEmpty() || value.startsWith("#")) {
      return new Entry(name, null);
    }
    return switch (value.charAt(0)) {
      case '"' -> quoted(name, value);
      case '\'' -> singly(name, value);
      default -> plain(name, value);
    };
  }

  private static @Nullable Entry plain(String name, String value) {
    int comment = value.indexOf(" #");
    var text = comment < 0 ? value : value.substring(0, comment).stripTrailing();
    boolean more =
        INDICATORS.indexOf(text.charAt(0)) >= 0 || text.contains(": ") || text.endsWith(":");
    return more ? null : new Entry(name, isNull(text) ? null : text);
  }

  private static @Nullable Entry singly(String name, String value) {
    var text = new StringBuilder(value.length());
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean pair = c == '\'' && i + 1 < value.length() && value.charAt(i + 1) == '\'';
      if (c == '\'' && !pair) {
        return ends(value, i + 1) ? new Entry(name, text.toString()) : null;
      }
      text.append(c);
      i += pair ? 1 : 0;
    }
    return null;
  }

  private static @Nullable Entry quoted(String name, String value) {
    var text = new StringBuilder(value.length());
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"') {
        return ends(value, i + 1) ? new Entry(name, text.toString()) : null;
      }
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escape = i + 1 < value.length() ? value.charAt(i + 1) : ' ';
      if (escape == '"' || escape == '\\' || escape == '/') {
        text.append(escape);
        i++;
      } else {
        int code = escape == 'u' ? code(value, i + 2) : -1;
        if (code < 0 || Character.isSurrogate((char) code)) {
          return null;
        }
        text.append((char) code);
        i += 5;
      }
    }
    return null;
  }

  /// Returns whether nothing but a comment follows.
  private static boolean ends(String value, int at) {
    var rest = value.substring(at);
    return rest.isBlank() || (rest.startsWith(" ") && rest.strip().startsWith("#"));
  }

  /// Returns the number that four hexadecimal digits make, -1 if they are none.
  private static int code(String value, int at) {
    if (at + 4 > value.length()) {
      return -1;
    }
    int code = 0;
    for (int i = at; i < at + 4; i++) {
      char c = value.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    return code;
  }

  static boolean isNull(String plain) {
    return switch (plain) {
      case "null", "Null", "NULL", "~" -> true;
      default -> false;
    };
  }

  private static boolean isKey(char c, boolean first) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return letter || (!first && ((c >= '0' && c <= '9') || c == '-'));
  }

  /// Controls, line breaks of other alphabets and halves of characters are left to the library.
  private static boolean isUsual(char c) {
    if (c < 0x7f) {
      return c >= 0x20;
    }
    return c > 0xa0
        && c < 0xfffe
        && c != '\ufeff'
        && !Character.isSurrogate(c)
        && !Character.isSpaceChar(c);
  }
}
