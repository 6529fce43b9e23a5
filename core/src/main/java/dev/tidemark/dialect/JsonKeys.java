package dev.tidemark.dialect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Key scan of malformed JSON: the keys and texts in what is left of a document.
///
/// A truncated document of a format still has keys of its schema; that of another tool has others.
public final class JsonKeys {
  private final String text;
  private final List<String> keys = new ArrayList<>();
  private final List<@Nullable String> values = new ArrayList<>();

  /// Scans a text.
  public JsonKeys(String text) {
    this.text = text;
    String key = null;
    int at = text.indexOf('"');
    while (at >= 0) {
      int end = end(at + 1);
      if (end < 0) {
        break;
      }
      var word = text.substring(at + 1, end);
      int next = afterBlanks(end + 1);
      if (next < text.length() && text.charAt(next) == ':') {
        key = word;
        keys.add(word);
        values.add(null);
      } else if (key != null && text.charAt(lastBefore(at)) == ':') {
        values.set(values.size() - 1, word);
      }
      at = text.indexOf('"', end + 1);
    }
  }

  private int end(int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        return i;
      }
    }
    return -1;
  }

  private int afterBlanks(int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int lastBefore(int from) {
    int at = from - 1;
    while (at > 0 && Character.isWhitespace(text.charAt(at))) {
      at--;
    }
    return at;
  }

  /// Returns whether there are keys, and all are unknown.
  public boolean isForeign(List<String> known) {
    for (var key : keys) {
      if (known.contains(key)) {
        return false;
      }
    }
    return !keys.isEmpty();
  }

  /// Returns the first text of a key, without resolving escapes; null if there is none.
  public @Nullable String text(String key) {
    int at = keys.indexOf(key);
    return at < 0 ? null : values.get(at);
  }
}
