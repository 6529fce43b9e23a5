package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Recognises secrets in texts: keys of usual forms, private keys, passwords in addresses, and what
/// is random and stands behind a name such as `api_key`.
///
/// Commit ids, digests and UUIDs are no secrets, whatever stands before them. One pass over the
/// text, so that every text of every change can be looked at.
public final class Secrets {
  private final String text;
  private final List<Secret> found = new ArrayList<>();

  private Secrets(String text) {
    this.text = text;
  }

  /// Returns what looks like a secret, in the order of the text; parts do not overlap.
  public static List<Secret> in(String text) {
    var secrets = new Secrets(text);
    int at = 0;
    while (at < text.length()) {
      at = secrets.step(at);
    }
    return secrets.found;
  }

  /// Returns the text with the name of its kind in place of each secret.
  public static String redacted(String text) {
    var secrets = in(text);
    if (secrets.isEmpty()) {
      return text;
    }
    var safe = new StringBuilder(text.length());
    int from = 0;
    for (var secret : secrets) {
      safe.append(text, from, secret.start()).append("[redacted-").append(secret.kind());
      safe.append(']');
      from = secret.end();
    }
    return safe.append(text, from, text.length()).toString();
  }

  private int step(int at) {
    char c = text.charAt(at);
    Secret secret = null;
    if (c == '-' && text.startsWith(PrivateKeys.BEGIN, at)) {
      secret = PrivateKeys.at(text, at);
    } else if (c == ':' || c == '=') {
      secret = Assignments.at(text, at);
    } else if (isWordChar(c) && (at == 0 || !isWordChar(text.charAt(at - 1)))) {
      secret = KeyForms.at(text, at);
    }
    if (secret == null) {
      return at + 1;
    }
    found.add(secret);
    return secret.end();
  }

  static boolean isWordChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /// Returns where a run of characters of keys ends: letters, digits, `_` and what else is named.
  static int end(String text, int from, String others) {
    int end = from;
    while (end < text.length()
        && (isWordChar(text.charAt(end)) || others.indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  /// Private keys in the form of PEM.
  private static final class PrivateKeys {
    static final String BEGIN = "-----BEGIN ";
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String END = "-----END ";

    private PrivateKeys() {}

    static @Nullable Secret at(String text, int at) {
      int close = text.indexOf("-----", at + BEGIN.length());
      int line = text.indexOf('\n', at);
      boolean named = close > 0 && text.substring(at, close).contains(PRIVATE);
      if (!named || (line >= 0 && line < close)) {
        return null;
      }
      int end = text.indexOf(END, close);
      int stop = end < 0 ? -1 : text.indexOf("-----", end + END.length());
      return new Secret("private-key", at, stop < 0 ? text.length() : stop + 5);
    }
  }
}
