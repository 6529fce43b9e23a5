package dev.tidemark.app.install.edit;

import java.util.ArrayList;
import java.util.List;

/// JSON with comments and trailing commas (JSONC), as some agents allow: each comment is encoded as
/// a row of blanks and tabs, so that plain JSON can be edited, and restored afterwards. So the text
/// can be edited as JSON, and comments stay.
///
/// Comments inside a removed value are removed with it.
public final class JsoncText {
  /// The prefix of an encoded comment; no indent looks like that. It does not end as it begins, so
  /// that blanks before it cannot be taken for its beginning.
  public static final String MARK = "\t\t\t \t\t  ";

  private static final int BITS = 12;

  private final List<String> kept = new ArrayList<>();
  private final String json;

  private JsoncText(String text) {
    this.json = replaced(text);
  }

  /// Takes a text apart. Other syntax errors are left for the JSON parser.
  public static JsoncText of(String text) {
    return new JsoncText(text);
  }

  /// Returns the text as JSON.
  public String json() {
    return json;
  }

  /// Returns a changed text with everything put back that is still in it, each thing once.
  public String restored(String changed) {
    var text = new StringBuilder(changed.length());
    var used = new boolean[kept.size()];
    int from = 0;
    while (true) {
      int at = changed.indexOf(MARK, from);
      if (at < 0 || at + MARK.length() + BITS > changed.length()) {
        return text.append(changed, from, changed.length()).toString();
      }
      int number = number(changed, at + MARK.length());
      text.append(changed, from, at);
      if (number < kept.size() && !used[number]) {
        text.append(kept.get(number));
        used[number] = true;
      }
      from = at + MARK.length() + BITS;
    }
  }

  private String replaced(String text) {
    var out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int end = end(text, at);
      char c = text.charAt(at);
      if (end > at && c == '"') {
        out.append(text, at, end);
      } else if (end > at && kept.size() < 1 << BITS) {
        keep(text.substring(at, end), out);
      } else {
        out.append(c);
        end = at + 1;
      }
      at = end;
    }
    return out.toString();
  }

  /// Returns where the string, comment or trailing comma that begins here ends; the place itself
  /// where none does.
  private static int end(String text, int at) {
    char c = text.charAt(at);
    if (c == '"') {
      return endOfString(text, at);
    }
    if (text.startsWith("//", at)) {
      int end = at;
      while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
        end++;
      }
      return end;
    }
    if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      return end < 0 ? at : end + 2;
    }
    return c == ',' && closes(text, at + 1) ? at + 1 : at;
  }

  private static int endOfString(String text, int at) {
    for (int i = at + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == '"') {
        return i + 1;
      }
    }
    return text.length();
  }

  /// Returns whether nothing but blanks and comments stands before the end of an array or object.
  private static boolean closes(String text, int from) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ']' || c == '}') {
        return true;
      }
      if (c == '/') {
        int end = end(text, at);
        if (end == at) {
          return false;
        }
        at = end;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        at++;
      } else {
        return false;
      }
    }
    return false;
  }

  private void keep(String piece, StringBuilder out) {
    int number = kept.size();
    kept.add(piece);
    out.append(MARK);
    for (int bit = BITS - 1; bit >= 0; bit--) {
      out.append((number >> bit & 1) == 1 ? '\t' : ' ');
    }
  }

  private static int number(String text, int from) {
    int number = 0;
    for (int i = 0; i < BITS; i++) {
      number = number << 1 | (text.charAt(from + i) == '\t' ? 1 : 0);
    }
    return number;
  }
}
