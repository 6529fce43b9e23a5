package dev.tidemark.stores.journal.record;

import java.util.Arrays;

/// Checksummed line: ends with a checksum of all before it, `,"crc":"xxxxxxxx"}`.
public final class ChecksummedLine {
  private static final String BEGIN = ",\"crc\":\"";
  private static final String END = "\"}";
  private static final String HEX = "0123456789abcdef";
  private static final int DIGITS = 8;
  private static final int LENGTH = BEGIN.length() + DIGITS + END.length();

  private ChecksummedLine() {}

  /// Returns a line of these bytes, which are a JSON object without its last brace, its checksum
  /// and a line feed.
  public static byte[] line(byte[] payload) {
    var line = Arrays.copyOf(payload, payload.length + LENGTH + 1);
    var tail = tail(payload, 0, payload.length);
    System.arraycopy(tail, 0, line, payload.length, LENGTH);
    line[line.length - 1] = '\n';
    return line;
  }

  /// Returns where the checksum of a line begins; -1 if there is none or another.
  ///
  /// @param to the end of the line, without its line feed
  static int payloadEnd(byte[] bytes, int from, int to) {
    int end = to - LENGTH;
    if (end <= from) {
      return -1;
    }
    return Arrays.equals(bytes, end, to, tail(bytes, from, end), 0, LENGTH) ? end : -1;
  }

  private static byte[] tail(byte[] bytes, int from, int to) {
    int crc = Checksum.of(bytes, from, to);
    var tail = new byte[LENGTH];
    int at = 0;
    for (int i = 0; i < BEGIN.length(); i++) {
      tail[at++] = (byte) BEGIN.charAt(i);
    }
    for (int shift = 4 * (DIGITS - 1); shift >= 0; shift -= 4) {
      tail[at++] = (byte) HEX.charAt(crc >>> shift & 0xf);
    }
    for (int i = 0; i < END.length(); i++) {
      tail[at++] = (byte) END.charAt(i);
    }
    return tail;
  }
}
