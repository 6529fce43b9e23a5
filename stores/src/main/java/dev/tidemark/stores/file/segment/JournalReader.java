package dev.tidemark.stores.file.segment;

import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.journal.ChainValidator;
import dev.tidemark.stores.journal.LineVisitor;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;

/// Sequential journal reader with verification of the hash chain: no entry may be missing, added or
/// changed.
public final class JournalReader {
  private final StorageIo io;
  private final SegmentReader segmentReader;

  public JournalReader(StorageIo io, SegmentReader segmentReader) {
    this.io = io;
    this.segmentReader = segmentReader;
  }

  /// Shows every record to a visitor. A line torn by a crash at the end is ignored.
  ///
  /// @throws DamagedException at the first record that does not fit
  public void walk(RunPaths runPaths, LineVisitor visitor) throws IOException {
    var numbers = segmentReader.numbers(runPaths.journal());
    var walk = new Walk(visitor);
    for (int i = 0; i < numbers.length; i++) {
      checkNumber(runPaths, numbers[i], i + 1);
      var file = SegmentReader.file(runPaths.journal(), numbers[i]);
      walk.segment(runPaths, file, read(file), i == numbers.length - 1);
    }
  }

  /// Shows every record of a journal that is not on this disk to a visitor.
  ///
  /// @param files the content of its files, by their numbers
  /// @throws DamagedException at the first record that does not fit; a torn end does not either
  public static void walk(
      RunPaths runPaths, SortedMap<Integer, byte[]> files, LineVisitor visitor) {
    var walk = new Walk(visitor);
    int due = 1;
    for (var each : files.entrySet()) {
      checkNumber(runPaths, each.getKey(), due++);
      var file = SegmentReader.file(runPaths.journal(), each.getKey());
      walk.segment(runPaths, file, each.getValue(), false);
    }
  }

  private static void checkNumber(RunPaths runPaths, int number, int due) {
    if (number != due) {
      var missing = SegmentReader.file(runPaths.journal(), due);
      throw new DamagedException(missing.toString(), "the file is missing");
    }
  }

  /// Returns the bytes of a file of a journal.
  public byte[] read(Path file) throws IOException {
    var stat = io.stat(file);
    if (stat == null) {
      return new byte[0];
    }
    SegmentReader.check(file, stat);
    var bytes = io.read(file, 0, (int) stat.size());
    return bytes == null ? new byte[0] : bytes;
  }

  /// The way through one journal so far.
  private static final class Walk {
    private final LineVisitor visitor;
    private final ChainValidator chainValidator = new ChainValidator();

    Walk(LineVisitor visitor) {
      this.visitor = visitor;
    }

    void segment(RunPaths runPaths, Path file, byte[] bytes, boolean newest) {
      int headerEnd = SegmentReader.lineEnd(bytes, 0);
      var header = headerEnd < 0 ? null : SegmentHeader.read(bytes);
      if (header == null
          && newest
          && SegmentReader.isTorn(bytes, 0, SegmentReader.LINES_PER_SEGMENT_BEGUN)) {
        return;
      }
      if (header == null || !header.run().equals(runPaths.id())) {
        throw damaged(file, bytes, 0, "the first line does not name " + runPaths.id());
      }
      int begin = headerEnd + 1;
      while (begin < bytes.length) {
        int end = SegmentReader.lineEnd(bytes, begin);
        var line = end < 0 ? null : SegmentReader.read(file, bytes, begin, end);
        if (line == null) {
          if (newest && SegmentReader.isTorn(bytes, begin, SegmentReader.RECORDS_PER_APPEND)) {
            return;
          }
          throw damaged(file, bytes, begin, "the record cannot be read");
        }
        var problem = chainValidator.next(line);
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
