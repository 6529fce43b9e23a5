package dev.tidemark.stores.file;

import dev.tidemark.store.DamagedException;
import dev.tidemark.stores.journal.LineVisitor;
import dev.tidemark.stores.journal.SegmentHeader;
import dev.tidemark.stores.journal.Sequel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;

/// Sequential journal reader with verification of the hash chain: no entry may be missing, added or
/// changed.
final class Chain {
  private final StorageIo io;
  private final Segments segments;

  Chain(StorageIo io, Segments segments) {
    this.io = io;
    this.segments = segments;
  }

  /// Shows every record to a visitor. A line torn by a crash at the end is ignored.
  ///
  /// @throws DamagedException at the first record that does not fit
  void walk(Target target, LineVisitor visitor) throws IOException {
    var numbers = segments.numbers(target.journal());
    var walk = new Walk(visitor);
    for (int i = 0; i < numbers.length; i++) {
      checkNumber(target, numbers[i], i + 1);
      var file = Segments.file(target.journal(), numbers[i]);
      walk.segment(target, file, read(file), i == numbers.length - 1);
    }
  }

  /// Shows every record of a journal that is not on this disk to a visitor.
  ///
  /// @param files the content of its files, by their numbers
  /// @throws DamagedException at the first record that does not fit; a torn end does not either
  static void walk(Target target, SortedMap<Integer, byte[]> files, LineVisitor visitor) {
    var walk = new Walk(visitor);
    int due = 1;
    for (var each : files.entrySet()) {
      checkNumber(target, each.getKey(), due++);
      var file = Segments.file(target.journal(), each.getKey());
      walk.segment(target, file, each.getValue(), false);
    }
  }

  private static void checkNumber(Target target, int number, int due) {
    if (number != due) {
      var missing = Segments.file(target.journal(), due);
      throw new DamagedException(missing.toString(), "the file is missing");
    }
  }

  /// Returns the bytes of a file of a journal.
  byte[] read(Path file) throws IOException {
    var stat = io.stat(file);
    long size = stat == null ? 0 : stat.size();
    Segments.checkSize(file, size);
    var bytes = io.read(file, 0, (int) size);
    return bytes == null ? new byte[0] : bytes;
  }

  /// The way through one journal so far.
  private static final class Walk {
    private final LineVisitor visitor;
    private final Sequel sequel = new Sequel();

    Walk(LineVisitor visitor) {
      this.visitor = visitor;
    }

    void segment(Target target, Path file, byte[] bytes, boolean newest) {
      int headerEnd = Segments.lineEnd(bytes, 0);
      var header = headerEnd < 0 ? null : SegmentHeader.read(bytes);
      if (header == null && newest && Segments.isTorn(bytes, 0, Segments.LINES_PER_SEGMENT_BEGUN)) {
        return;
      }
      if (header == null || !header.run().equals(target.id())) {
        throw damaged(file, bytes, 0, "the first line does not name " + target.id());
      }
      int begin = headerEnd + 1;
      while (begin < bytes.length) {
        int end = Segments.lineEnd(bytes, begin);
        var line = end < 0 ? null : Segments.read(file, bytes, begin, end);
        if (line == null) {
          if (newest && Segments.isTorn(bytes, begin, Segments.RECORDS_PER_APPEND)) {
            return;
          }
          throw damaged(file, bytes, begin, "the record cannot be read");
        }
        var problem = sequel.next(line);
        if (problem != null) {
          throw damaged(file, bytes, begin, problem);
        }
        visitor.visit(line);
        begin = end + 1;
      }
    }

    private static DamagedException damaged(Path file, byte[] bytes, int at, String problem) {
      int number = 1;
      for (byte b : Arrays.copyOf(bytes, at)) {
        number += b == '\n' ? 1 : 0;
      }
      return new DamagedException(file + ", line " + number, problem);
    }
  }
}
