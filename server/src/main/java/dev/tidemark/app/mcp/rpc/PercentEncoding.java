package dev.tidemark.app.mcp.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.Utf8;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Percent encoding of run names as parts of a URI. Slashes stay, since they separate the parts of
/// a name too.
public final class PercentEncoding {
  private static final String PLAIN = "-._~/";
  private static final String DIGITS = "0123456789ABCDEF";

  private PercentEncoding() {}

  /// Returns a name as a URI has it.
  public static String encode(String name) {
    var encoded = new StringBuilder();
    for (byte b : name.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      if (isPlain(c)) {
        encoded.append(c);
      } else {
        encoded.append('%').append(DIGITS.charAt(c >> 4)).append(DIGITS.charAt(c & 15));
      }
    }
    return encoded.toString();
  }

  /// Returns the name that stands in a URI; null if that is damaged.
  public static @Nullable String decode(String encoded) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        int high = digit(encoded, i + 1);
        int low = digit(encoded, i + 2);
        if (high < 0 || low < 0) {
          return null;
        }
        bytes.write(high << 4 | low);
        i += 2;
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(UTF_8));
      }
    }
    return Utf8.decode(bytes.toByteArray()).orElse(null);
  }

  private static int digit(String text, int index) {
    return index < text.length() && text.charAt(index) < 0x80
        ? Character.digit(text.charAt(index), 16)
        : -1;
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || PLAIN.indexOf(c) >= 0;
  }
}
