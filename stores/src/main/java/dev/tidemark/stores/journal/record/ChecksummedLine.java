package dev.tidemark.stores.journal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// Checksummed line: ends with the CRC-32C (RFC 3720, appendix B.4) of all before it,
/// `,"crc":"xxxxxxxx"}`.
public final class ChecksummedLine {
  private static final String BEGIN = ",\"crc\":\"";
  private static final String END = "\"}";
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
    var digits = HexFormat.of().toHexDigits(checksum(bytes, from, to));
    return (BEGIN + digits + END).getBytes(StandardCharsets.US_ASCII);
  }

  /// Returns the checksum of the bytes `from` to `to`, the latter excluded.
  static int checksum(byte[] bytes, int from, int to) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
