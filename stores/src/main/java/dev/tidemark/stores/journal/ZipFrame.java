package dev.tidemark.stores.journal;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.ZipEntry;

/// Zip file structure: local headers, lengths, and the central directory at the end.
///
/// A reader of single entries never reaches the end, and would not detect truncation. So it is
/// rebuilt from the parsed entries, and compared byte by byte.
final class ZipFrame {
  private static final int HEAD = 0x04034b50;
  private static final int AFTER = 0x08074b50;
  private static final int LISTED = 0x02014b50;
  private static final int MANY = 0x06064b50;
  private static final int MANY_AT = 0x07064b50;
  private static final int END = 0x06054b50;

  private static final int HEAD_BYTES = 30;
  private static final int AFTER_BYTES = 16;

  /// The length of the zip64 end record after this number.
  private static final int MANY_BYTES = 44;

  /// As many entries and more are counted in a field of their own.
  private static final int COUNTED_MAX = 0xffff;

  private static final int MANY_VERSION = 45;

  private final byte[] file;
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private boolean fits = true;
  private int at;
  private int count;

  ZipFrame(byte[] file) {
    this.file = file;
  }

  /// Takes the next entry, which was read to its end.
  void add(ZipEntry entry) {
    fits = fits && matchesHeader(entry);
  }

  private boolean matchesHeader(ZipEntry entry) {
    if (at > file.length - HEAD_BYTES || entry.getCompressedSize() < 0) {
      return false;
    }
    int names = twoBytes(at + 26) + twoBytes(at + 28);
    long after = (long) at + HEAD_BYTES + names + entry.getCompressedSize();
    if (after > file.length - AFTER_BYTES) {
      return false;
    }
    var head = new ByteArrayOutputStream();
    put(head, HEAD, 4);
    head.write(file, at + 4, 10);
    put(head, 0, 12);
    head.write(file, at + 26, 4);
    var tail = new ByteArrayOutputStream();
    put(tail, AFTER, 4);
    putSums(tail, entry);
    list(entry, names);
    boolean same = matches(head, at) && matches(tail, (int) after);
    at = (int) after + AFTER_BYTES;
    count++;
    return same;
  }

  private void list(ZipEntry entry, int names) {
    put(directory, LISTED, 4);
    directory.write(file, at + 4, 2);
    directory.write(file, at + 4, 10);
    putSums(directory, entry);
    directory.write(file, at + 26, 4);
    put(directory, 0, 10);
    put(directory, at, 4);
    directory.write(file, at + HEAD_BYTES, names);
  }

  /// Returns whether nothing is missing, changed or added around the entries.
  boolean isWhole() {
    int length = directory.size();
    if (count >= COUNTED_MAX) {
      putZip64(length);
    }
    put(directory, END, 4);
    put(directory, 0, 4);
    put(directory, Math.min(count, COUNTED_MAX), 2);
    put(directory, Math.min(count, COUNTED_MAX), 2);
    put(directory, length, 4);
    put(directory, at, 4);
    put(directory, 0, 2);
    return fits && at + directory.size() == file.length && matches(directory, at);
  }

  private void putZip64(int length) {
    put(directory, MANY, 4);
    put(directory, MANY_BYTES, 8);
    put(directory, MANY_VERSION, 2);
    put(directory, MANY_VERSION, 2);
    put(directory, 0, 8);
    put(directory, count, 8);
    put(directory, count, 8);
    put(directory, length, 8);
    put(directory, at, 8);
    put(directory, MANY_AT, 4);
    put(directory, 0, 4);
    put(directory, (long) at + length, 8);
    put(directory, 1, 4);
  }

  private static void putSums(ByteArrayOutputStream out, ZipEntry entry) {
    put(out, entry.getCrc(), 4);
    put(out, entry.getCompressedSize(), 4);
    put(out, entry.getSize(), 4);
  }

  /// Writes a number, its last byte first.
  private static void put(ByteArrayOutputStream out, long number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(i < Long.BYTES ? (int) (number >>> (Byte.SIZE * i)) : 0);
    }
  }

  private int twoBytes(int from) {
    return (file[from] & 0xff) | (file[from + 1] & 0xff) << Byte.SIZE;
  }

  private boolean matches(ByteArrayOutputStream expected, int from) {
    var bytes = expected.toByteArray();
    return Arrays.equals(bytes, 0, bytes.length, file, from, from + bytes.length);
  }
}
