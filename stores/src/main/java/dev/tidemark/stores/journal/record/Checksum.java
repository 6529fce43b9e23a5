package dev.tidemark.stores.journal.record;

import java.util.zip.CRC32C;

/// The checksum CRC-32C (RFC 3720, appendix B.4).
///
/// That of the JDK computes 2,048 numbers before its first one, which takes longer than all lines
/// that a short command reads. So a process begins with an own one, which needs 16 of them, and
/// goes over to the JDK's, many times as fast once it is ready, when much is to be read.
final class Checksum {
  /// From how many bytes on, in all, the JDK's is the better one.
  static final int FEW = 64 * 1024;

  private static final int POLYNOMIAL = 0x82f63b78;
  private static final int[] TABLE = new int[16];

  static {
    for (int i = 0; i < TABLE.length; i++) {
      int value = i;
      for (int bit = 0; bit < 4; bit++) {
        value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ POLYNOMIAL;
      }
      TABLE[i] = value;
    }
  }

  /// A race between threads is harmless: the count only selects one of two implementations.
  private static int counted;

  private Checksum() {}

  /// Returns the checksum of the bytes `from` to `to`, the latter excluded.
  static int of(byte[] bytes, int from, int to) {
    if (counted + (to - from) <= FEW) {
      counted += to - from;
      return few(bytes, from, to);
    }
    counted = FEW;
    return many(bytes, from, to);
  }

  static int few(byte[] bytes, int from, int to) {
    var table = TABLE;
    int crc = -1;
    for (int i = from; i < to; i++) {
      crc ^= bytes[i] & 0xff;
      crc = table[crc & 0xf] ^ crc >>> 4;
      crc = table[crc & 0xf] ^ crc >>> 4;
    }
    return ~crc;
  }

  static int many(byte[] bytes, int from, int to) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
