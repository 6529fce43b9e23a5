package dev.tidemark.stores.journal.record;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Utf8;
import java.util.Arrays;

/// Text edit: a range of bytes and its replacement.
///
/// Both ends lie between characters, so that the new text is text of its own.
///
/// @param offset where the stretch begins, in bytes of the state before
/// @param length how many bytes of the state before it covers
/// @param insert the replacement
public record TextEdit(int offset, int length, String insert) {
  private static final int BLOCK = 64;

  /// Returns the smallest single change that leads from one valid UTF-8 text to another.
  public static TextEdit between(byte[] before, byte[] after) {
    int limit = Math.min(before.length, after.length);
    int prefix = Arrays.mismatch(before, after);
    prefix = prefix < 0 ? limit : prefix;
    while (prefix > 0 && (isInside(before, prefix) || isInside(after, prefix))) {
      prefix--;
    }
    int suffix = commonEnd(before, after, limit - prefix);
    while (suffix > 0 && isInside(after, after.length - suffix)) {
      suffix--;
    }
    var insert = Arrays.copyOfRange(after, prefix, after.length - suffix);
    var text = Utf8.decode(insert);
    if (text.isEmpty()) {
      throw new IllegalArgumentException("not a UTF-8 text");
    }
    return new TextEdit(prefix, before.length - suffix - prefix, text.get());
  }

  /// Returns the same edit that many bytes later.
  TextEdit moved(int by) {
    return new TextEdit(offset + by, length, insert);
  }

  /// Returns how many bytes, at most `limit`, both end with.
  static int commonEnd(byte[] before, byte[] after, int limit) {
    int same = 0;
    // Whole blocks first: comparing bytes one by one is slow as long as it is interpreted.
    for (int block = BLOCK; block > 0; block /= BLOCK) {
      while (same + block <= limit && endsAlike(before, after, same, block)) {
        same += block;
      }
    }
    return same;
  }

  private static boolean endsAlike(byte[] before, byte[] after, int same, int block) {
    int beforeEnd = before.length - same;
    int afterEnd = after.length - same;
    return Arrays.equals(before, beforeEnd - block, beforeEnd, after, afterEnd - block, afterEnd);
  }

  /// Returns whether a position lies within a character of several bytes.
  private static boolean isInside(byte[] bytes, int position) {
    return position < bytes.length && (bytes[position] & 0xc0) == 0x80;
  }

  /// Reads a splice.
  ///
  /// @throws MalformedException if it is none
  static TextEdit of(Json json) {
    if (json instanceof JsonArray array
        && array.size() == 3
        && array.get(0) instanceof JsonNumber offset
        && array.get(1) instanceof JsonNumber length
        && array.get(2) instanceof JsonString insert) {
      return new TextEdit(size(offset), size(length), insert.value());
    }
    throw new MalformedException("a splice is [offset, length, text]");
  }

  private static int size(JsonNumber number) {
    long value = number.wholeValue().orElse(-1);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new MalformedException("a splice cannot begin or extend to " + number.spelling());
    }
    return (int) value;
  }

  Json json() {
    return JsonArray.of(JsonNumber.of(offset), JsonNumber.of(length), JsonString.of(insert));
  }
}
