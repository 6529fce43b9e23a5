package dev.tidemark.security;

import dev.tidemark.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Replaces a secret in texts, in its plain and JSON-escaped forms. Off every hot path.
///
/// Its `toString` omits it, so that no message can repeat it.
public final class RedactedSecret {
  /// The placeholder of a removed secret.
  public static final String MARK = "[redacted]";

  /// Less than that is in many words that are no secret.
  public static final int LEAST = 6;

  private final List<String> forms = new ArrayList<>();

  private RedactedSecret(String text) {
    var escaped = escaped(text);
    add(ascii(escaped, false));
    add(ascii(escaped, true));
    add(escaped);
    add(text);
  }

  /// Returns the remover of a secret.
  ///
  /// @throws IllegalArgumentException if it has less than [#LEAST] characters
  public static RedactedSecret of(String text) {
    if (text.length() < LEAST) {
      throw new IllegalArgumentException("too short to be distinguished from other words");
    }
    return new RedactedSecret(text);
  }

  private void add(String form) {
    if (!forms.contains(form)) {
      forms.add(form);
    }
  }

  private static String escaped(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < ' ' ? unit(c, false) : String.valueOf(c));
      }
    }
    return out.toString();
  }

  private static String unit(char c, boolean upper) {
    var hex = Integer.toHexString(0x10000 | c).substring(1);
    return "\\u" + (upper ? hex.toUpperCase(Locale.ROOT) : hex);
  }

  private static String ascii(String text, boolean upper) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out.append(c);
      } else {
        out.append(unit(c, upper));
      }
    }
    return out.toString();
  }

  /// Returns whether a text holds it.
  public boolean isIn(String text) {
    for (var form : forms) {
      if (text.contains(form)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether bytes hold it, whether or not they are text.
  public boolean isIn(byte[] bytes) {
    for (var form : forms) {
      if (contains(bytes, Utf8.encode(form))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(byte[] bytes, byte[] sought) {
    for (int i = 0; i <= bytes.length - sought.length; i++) {
      int same = 0;
      while (same < sought.length && bytes[i + same] == sought[same]) {
        same++;
      }
      if (same == sought.length) {
        return true;
      }
    }
    return false;
  }

  /// Returns bytes without it, whether or not they are text.
  public byte[] cleaned(byte[] bytes) {
    var clean = bytes;
    for (var form : forms) {
      clean = replaceSecret(clean, Utf8.encode(form));
    }
    return clean;
  }

  private static byte[] replaceSecret(byte[] bytes, byte[] sought) {
    var mark = Utf8.encode(MARK);
    var out = new ByteArrayOutputStream(bytes.length);
    int at = 0;
    while (at < bytes.length) {
      boolean there =
          at + sought.length <= bytes.length
              && Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length);
      if (there) {
        out.writeBytes(mark);
        at += sought.length;
      } else {
        out.write(bytes[at]);
        at++;
      }
    }
    return out.toByteArray();
  }

  /// Returns a text without it.
  public String cleaned(String text) {
    var clean = text;
    for (var form : forms) {
      clean = clean.replace(form, MARK);
    }
    return clean;
  }
}
