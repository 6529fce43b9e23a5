package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of tab-separated lines with escaping. Lossless for any text.
public final class TabLine {
  /// The escape of the empty text, since an empty field is an absent text.
  private static final String EMPTY = "\\e";

  private TabLine() {}

  /// Appends a text; all but the first of a line after a tab.
  public static void add(StringBuilder line, @Nullable String text) {
    if (text == null) {
      return;
    }
    if (text.isEmpty()) {
      line.append(EMPTY);
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > '\\' || (c != '\t' && c != '\n' && c != '\\')) {
        line.append(c);
      } else {
        line.append('\\').append(c == '\t' ? 't' : c == '\n' ? 'n' : '\\');
      }
    }
  }

  /// Returns the texts of a line, absent ones as null.
  public static List<@Nullable String> split(String line) {
    return split(line, Integer.MAX_VALUE);
  }

  /// Returns so many texts of a line, absent ones as null, and last the rest of it as it stands, if
  /// it has more.
  public static List<@Nullable String> split(String line, int texts) {
    var found = new ArrayList<@Nullable String>();
    int from = 0;
    boolean plain = true;
    for (int i = 0; found.size() < texts; i++) {
      char c = i < line.length() ? line.charAt(i) : '\t';
      plain &= c != '\\';
      if (c == '\t') {
        found.add(from == i ? null : plain ? line.substring(from, i) : text(line, from, i));
        from = i + 1;
        plain = true;
        if (i >= line.length()) {
          return found;
        }
      }
    }
    found.add(line.substring(from));
    return found;
  }

  private static String text(String line, int from, int to) {
    var text = new StringBuilder(to - from);
    boolean escaped = false;
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
      if (escaped && c != 'e') {
        text.append(c == 't' ? '\t' : c == 'n' ? '\n' : c);
      } else if (!escaped && c != '\\') {
        text.append(c);
      }
      escaped = !escaped && c == '\\';
    }
    return text.toString();
  }
}
