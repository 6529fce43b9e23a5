package dev.tidemark.stores.file.segment;

import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.journal.PathRules;
import dev.tidemark.stores.journal.RecordBuilder;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Segment reader of journals: the files `000001.jsonl`, `000002.jsonl` and so on, oldest first.
public final class SegmentReader {
  /// The limit of records of one append, and so of the lines that a crash can tear.
  public static final int RECORDS_PER_APPEND = RecordBuilder.RECORDS_MAX;

  /// The limit of lines at the start of a new file, its header included.
  public static final int LINES_PER_SEGMENT_BEGUN = 1 + RECORDS_PER_APPEND;

  private static final int BLOCK = 16 * 1024;
  private static final int HEADER_BLOCK = 4 * 1024;
  private static final int GROWTH = 8;

  /// Far more than a segment holds: one is closed at 4 MB, and a record has a document of 5 MB.
  private static final long BYTES_MAX = 256L << 20;

  private final StorageIo io;

  public SegmentReader(StorageIo io) {
    this.io = io;
  }

  /// Returns the file of that number.
  public static Path file(Path journal, int number) {
    return journal.resolve(SegmentHeader.name(number));
  }

  /// Returns the numbers of the files there are, in ascending order.
  public int[] numbers(Path journal) throws IOException {
    var names = io.list(journal);
    var numbers = new int[names.size()];
    int count = 0;
    for (int i = 0; i < names.size(); i++) {
      int number = SegmentHeader.number(names.get(i));
      if (number > 0) {
        numbers[count++] = number;
      }
    }
    numbers = Arrays.copyOf(numbers, count);
    Arrays.sort(numbers);
    return numbers;
  }

  /// Removes the temporary files of interrupted imports and prunings from a journal.
  public void sweep(Path journal) throws IOException {
    for (var name : io.list(journal)) {
      if (AtomicFile.isJournalTemp(name)) {
        io.unlink(journal.resolve(name));
      }
    }
  }

  /// Puts other bytes in place of a file of a journal, in one step.
  public void replace(Path file, byte[] bytes) throws IOException {
    new AtomicFile(io, file).replace(bytes, StorageIo.Access.PRIVATE, Durability.DURABLE);
  }

  /// Reads the end of a journal; null if there is no journal.
  ///
  /// @throws ForbiddenException if it is the journal of another run
  /// @throws DamagedException if something is wrong that no crash explains
  @Nullable
  public JournalTail tail(RunPaths runPaths) throws IOException {
    var numbers = numbers(runPaths.journal());
    JournalTail newest = null;
    for (int i = numbers.length - 1; i >= 0; i--) {
      var journalTail = tail(runPaths, numbers[i]);
      if (journalTail == null) {
        continue;
      }
      if (journalTail.last() != null) {
        // A new file whose first record was torn: the last valid record is at the end of the
        // previous file.
        return newest == null
            ? journalTail
            : new JournalTail(
                newest.segment(),
                newest.file(),
                newest.valid(),
                newest.first(),
                journalTail.last());
      }
      if (newest != null) {
        throw new DamagedException(file(runPaths.journal(), numbers[i]).toString(), "no record");
      }
      newest = journalTail;
    }
    return newest;
  }

  /// Refuses a file that no journal has, before its bytes are read: a symbolic link, which a
  /// checkout could lead to a file of its reader, or one that is too large.
  ///
  /// @throws ForbiddenException if it is a link
  /// @throws DamagedException if it is too large
  static void check(Path file, Stat stat) {
    if (stat.kind() == Stat.Kind.LINK) {
      throw new ForbiddenException(
          file + " is a symbolic link, through which no journal is read",
          "Replace the link by a real file.");
    }
    if (stat.size() > BYTES_MAX) {
      throw new DamagedException(file.toString(), "the file is larger than any we write");
    }
  }

  private @Nullable JournalTail tail(RunPaths runPaths, int number) throws IOException {
    var file = file(runPaths.journal(), number);
    var stat = io.stat(file);
    if (stat == null) {
      return null;
    }
    check(file, stat);
    var start = io.read(file, 0, HEADER_BLOCK);
    var header = start == null ? null : SegmentHeader.read(start);
    if (header == null) {
      checkBegun(file, stat.size());
      return new JournalTail(number, stat, 0, 0, null);
    }
    if (!header.run().equals(runPaths.id())) {
      throw PathRules.taken(runPaths.id(), header.run(), file.toString());
    }
    var begun = new JournalTail(number, stat, 0, header.first(), null);
    long size = BLOCK;
    while (true) {
      long offset = Math.max(0, stat.size() - size);
      var bytes =
          offset == 0 && stat.size() <= HEADER_BLOCK && start != null && start.length == stat.size()
              ? start
              : io.read(file, offset, (int) Math.min(Integer.MAX_VALUE - 8, stat.size() - offset));
      var tail = bytes == null ? null : lastRecordIn(file, bytes, offset, begun);
      if (tail != null || offset == 0) {
        return tail;
      }
      size *= GROWTH;
    }
  }

  /// Returns the end of the whole records; null if they begin before the block.
  ///
  /// @param begun the journal tail without its end
  private static @Nullable JournalTail lastRecordIn(
      Path file, byte[] bytes, long offset, JournalTail begun) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    int torn = end < bytes.length ? 1 : 0;
    while (end > 0) {
      int begin = JournalLine.begin(bytes, end);
      if (begin == 0) {
        // The first line of the file is its header; the first of any other block may be a part.
        return offset == 0 ? begun.endingAt(end, null) : null;
      }
      var line = read(file, bytes, begin, end - 1);
      if (line != null) {
        return begun.endingAt(offset + end, line);
      }
      if (++torn > RECORDS_PER_APPEND) {
        throw new DamagedException(file.toString(), "more than the last lines cannot be read");
      }
      end = begin;
    }
    return null;
  }

  /// Makes sure that a file without a header is one that a crash kept from being begun.
  private void checkBegun(Path file, long size) throws IOException {
    var bytes = io.read(file, 0, (int) Math.min(Integer.MAX_VALUE - 8, size));
    if (bytes != null && !isTorn(bytes, 0, LINES_PER_SEGMENT_BEGUN)) {
      throw new DamagedException(file.toString(), "the first line does not name the run");
    }
  }

  /// Returns whether the rest from there on can result from one torn append: few lines, none of
  /// them a record.
  public static boolean isTorn(byte[] bytes, int begin, int linesMax) {
    int from = begin;
    for (int lines = 0; from < bytes.length; lines++) {
      int end = JournalLine.end(bytes, from);
      if (lines == linesMax || (end >= 0 && JournalLine.read(bytes, from, end) != null)) {
        return false;
      }
      from = end < 0 ? bytes.length : end + 1;
    }
    return true;
  }

  /// Reads a record; null if it is none.
  public static @Nullable JournalLine read(Path file, byte[] bytes, int from, int to) {
    try {
      return JournalLine.read(bytes, from, to);
    } catch (MalformedException strange) {
      throw new DamagedException(file.toString(), String.valueOf(strange.getMessage()));
    }
  }
}
