package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/// Strict UTF-8 codec: malformed input is an error, never replaced by `?` or U+FFFD.
///
/// Bytes that are no UTF-8 are a fact about the world, hence an empty answer; a text that has no
/// UTF-8 form should have been refused before (see [#isEncodable]), hence an exception.
public final class Utf8 {
  private static final char REPLACEMENT = '\ufffd';
  private static final char MARK = '\ufeff';

  private Utf8() {}

  /// Returns the text of these bytes, a byte order mark included; nothing if they are not UTF-8.
  public static Optional<String> decode(byte[] bytes) {
    var text = new String(bytes, UTF_8);
    boolean sure = text.indexOf(REPLACEMENT) < 0 || Arrays.equals(bytes, text.getBytes(UTF_8));
    return sure ? Optional.of(text) : Optional.empty();
  }

  /// Returns the text without the byte order mark that some editors begin a file with (R-COM-04).
  public static String withoutByteOrderMark(String text) {
    return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
  }

  /// Returns the bytes of the text.
  ///
  /// @throws UnpairedSurrogateException if it holds half of a surrogate pair
  public static byte[] encode(String text) {
    var bytes = text.getBytes(UTF_8);
    // A half pair was replaced by '?', which shows on the way back. Both ways are intrinsic to the
    // JDK; a loop over charAt() would be the dearest part of a cold write.
    if (!text.equals(new String(bytes, UTF_8))) {
      throw new UnpairedSurrogateException(unpaired(text));
    }
    return bytes;
  }

  /// Returns the number of bytes of the text.
  public static int length(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }

  /// Returns whether the text has a UTF-8 form, that is no unpaired surrogate.
  public static boolean isEncodable(String text) {
    return unpaired(text) < 0;
  }

  private static int unpaired(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        return i;
      }
    }
    return -1;
  }
}
