package dev.tidemark.stores.journal.record;

import java.util.Arrays;
import java.util.zip.CRC32C;

/// Checksummed line: ends with the CRC-32C (RFC 3720, appendix B.4) of all before it,
/// `,"crc":"xxxxxxxx"}`.
///
/// The checksum of the JDK computes 2,048 numbers before its first one, which takes longer than all
/// lines that a short command reads. So a process begins with an own implementation, which needs 16
/// of them, and switches to that of the JDK, many times as fast once it is ready, when much is
/// read.
public final class ChecksummedLine {
  private static final String BEGIN = ",\"crc\":\"";
  private static final String END = "\"}";
  private static final String HEX = "0123456789abcdef";
  private static final int DIGITS = 8;
  private static final int LENGTH = BEGIN.length() + DIGITS + END.length();

  /// The number of bytes, in all, from which on the implementation of the JDK is faster.
  static final int JAVA_MAX_BYTES = 64 * 1024;

  private static final int POLYNOMIAL = 0x82f63b78;
  private static final int[] TABLE = table();

  /// A race between threads is harmless: the count only selects one of two implementations.
  private static int counted;

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
    int crc = checksum(bytes, from, to);
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

  private static int[] table() {
    var table = new int[16];
    for (int i = 0; i < table.length; i++) {
      int value = i;
      for (int bit = 0; bit < 4; bit++) {
        value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ POLYNOMIAL;
      }
      table[i] = value;
    }
    return table;
  }

  /// Returns the checksum of the bytes `from` to `to`, the latter excluded.
  static int checksum(byte[] bytes, int from, int to) {
    if (counted + (to - from) <= JAVA_MAX_BYTES) {
      counted += to - from;
      return crcInJava(bytes, from, to);
    }
    counted = JAVA_MAX_BYTES;
    return crcOfJdk(bytes, from, to);
  }

  static int crcInJava(byte[] bytes, int from, int to) {
    var table = TABLE;
    int crc = -1;
    for (int i = from; i < to; i++) {
      crc ^= bytes[i] & 0xff;
      crc = table[crc & 0xf] ^ crc >>> 4;
      crc = table[crc & 0xf] ^ crc >>> 4;
    }
    return ~crc;
  }

  static int crcOfJdk(byte[] bytes, int from, int to) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
