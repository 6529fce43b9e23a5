package dev.tidemark.stores.file.segment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.journal.ChainValidator;
import dev.tidemark.stores.journal.StateReconstructor;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.RecordNotes;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sequential journal reader with verification of the hash chain: no entry may be missing, added or
/// changed. It reads whole files, so no hot path comes here.
public final class JournalReader {
  private final StorageIo io;
  private final SegmentReader segmentReader;

  public JournalReader(StorageIo io) {
    this.io = io;
    this.segmentReader = new SegmentReader(io);
  }

  /// Shows every record to a visitor. A line torn by a crash at the end is ignored.
  ///
  /// @throws DamagedException at the first record that does not fit
  public void walk(RunPaths runPaths, Consumer<JournalLine> visitor) throws IOException {
    var numbers = segmentReader.numbers(runPaths.journal());
    var chain = new ChainValidator(visitor);
    for (int i = 0; i < numbers.length; i++) {
      checkNumber(runPaths, numbers[i], i + 1);
      var file = SegmentReader.file(runPaths.journal(), numbers[i]);
      segment(runPaths, file, read(file), 0, i == numbers.length - 1, chain);
    }
  }

  /// Shows every record of a journal that is not on this disk to a visitor.
  ///
  /// @param files the content of its files, by their numbers
  /// @throws DamagedException at the first record that does not fit; a torn end does not either
  public static void walk(
      RunPaths runPaths, SortedMap<Integer, byte[]> files, Consumer<JournalLine> visitor) {
    var chain = new ChainValidator(visitor);
    int due = 1;
    for (var each : files.entrySet()) {
      checkNumber(runPaths, each.getKey(), due++);
      var file = SegmentReader.file(runPaths.journal(), each.getKey());
      segment(runPaths, file, each.getValue(), 0, false, chain);
    }
  }

  /// Returns everything recorded of a run, oldest first.
  public List<HistoryEntry> history(RunPaths runPaths) throws IOException {
    var entries = new ArrayList<HistoryEntry>();
    var place = runPaths.journal().toString();
    walk(runPaths, line -> entries.add(StateReconstructor.entry(place, runPaths.id(), line)));
    return entries;
  }

  /// Returns the newest entries, oldest first. Records before theirs are not parsed, and files
  /// before theirs are not read.
  public List<HistoryEntry> newest(RunPaths runPaths, int count) throws IOException {
    var numbers = segmentReader.numbers(runPaths.journal());
    var files = new ArrayDeque<byte[]>();
    // The lines at the end may be torn; one more record is the one that the first of them follows.
    long wanted = count + 1L + SegmentReader.RECORDS_PER_APPEND;
    int begin = 0;
    while (wanted > 0 && files.size() < numbers.length) {
      int at = numbers.length - 1 - files.size();
      checkNumber(runPaths, numbers[at], at + 1);
      var bytes = read(SegmentReader.file(runPaths.journal(), numbers[at]));
      files.addFirst(bytes);
      for (begin = bytes.length; wanted > 0 && begin > 0; wanted--) {
        begin = JournalLine.begin(bytes, begin);
      }
      // A file that is read from its beginning has a header besides its records.
      wanted += begin == 0 ? 1 : 0;
    }
    var entries = new ArrayList<HistoryEntry>();
    var place = runPaths.journal().toString();
    var chain =
        new ChainValidator(
            line -> entries.add(StateReconstructor.entry(place, runPaths.id(), line)),
            begin == 0 && files.size() == numbers.length);
    int number = numbers.length - files.size();
    for (var bytes : files) {
      var file = SegmentReader.file(runPaths.journal(), ++number);
      segment(runPaths, file, bytes, begin, number == numbers.length, chain);
      begin = 0;
    }
    return entries.subList(Math.max(0, entries.size() - count), entries.size());
  }

  /// Returns the entries about the workflow as a whole, such as its start and its end, oldest
  /// first. A search for the prefix of their kinds finds them; other records are not parsed, since
  /// a brief waits for the answer.
  public List<HistoryEntry> workflowEvents(RunPaths runPaths) throws IOException {
    var entries = new ArrayList<HistoryEntry>();
    var place = runPaths.journal().toString();
    var numbers = segmentReader.numbers(runPaths.journal());
    for (int i = 0; i < numbers.length; i++) {
      checkNumber(runPaths, numbers[i], i + 1);
      var file = SegmentReader.file(runPaths.journal(), numbers[i]);
      var bytes = read(file);
      var text = new String(bytes, ISO_8859_1);
      int at = text.indexOf(RecordNotes.WORKFLOW_EVENT);
      while (at >= 0) {
        int begin = text.lastIndexOf('\n', at) + 1;
        int end = JournalLine.end(bytes, begin);
        var line = line(file, bytes, begin, end, i == numbers.length - 1);
        if (line == null) {
          break;
        }
        entries.add(StateReconstructor.entry(place, runPaths.id(), line));
        at = text.indexOf(RecordNotes.WORKFLOW_EVENT, end);
      }
    }
    return entries;
  }

  private static int lines(byte[] bytes) {
    int lines = 0;
    for (byte b : bytes) {
      lines += b == '\n' ? 1 : 0;
    }
    return lines;
  }

  /// Returns the texts of the document after some records, in one walk; without those states that
  /// are not there any more, or were no text.
  public Map<Long, String> statesAt(RunPaths runPaths, Set<Long> sequences) throws IOException {
    var states = new StateReconstructor(runPaths.journal().toString(), sequences);
    walk(runPaths, states);
    return states.texts();
  }

  /// Returns the newest record after which the document was at that revision; 0 if there is none.
  public long newest(RunPaths runPaths, Revision revision) throws IOException {
    var newest = new long[1];
    walk(
        runPaths,
        line -> {
          if (line.head().step().after().equals(revision)) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
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

  /// Reads the records of a file.
  ///
  /// @param from the beginning of the first line that is read; its header always is
  private static void segment(
      RunPaths runPaths, Path file, byte[] bytes, int from, boolean newest, ChainValidator chain) {
    int headerEnd = JournalLine.end(bytes, 0);
    var header = headerEnd < 0 ? null : SegmentHeader.read(bytes);
    if (header == null
        && newest
        && SegmentReader.isTorn(bytes, 0, SegmentReader.LINES_PER_SEGMENT_BEGUN)) {
      return;
    }
    if (header == null || !header.run().equals(runPaths.id())) {
      throw damaged(file, bytes, 0, "the first line does not name " + runPaths.id());
    }
    int begin = Math.max(from, headerEnd + 1);
    while (begin < bytes.length) {
      int end = JournalLine.end(bytes, begin);
      var line = line(file, bytes, begin, end, newest);
      if (line == null) {
        return;
      }
      var problem = chain.next(line);
      if (problem != null) {
        throw damaged(file, bytes, begin, problem);
      }
      begin = end + 1;
    }
  }

  /// Reads the record that begins there; null if it is the torn end of a journal.
  ///
  /// @param end where its line feed is; -1 if it has none
  /// @param newest whether it is the last file, the only one that may be torn
  private static @Nullable JournalLine line(
      Path file, byte[] bytes, int begin, int end, boolean newest) {
    var line = end < 0 ? null : SegmentReader.read(file, bytes, begin, end);
    if (line == null
        && !(newest && SegmentReader.isTorn(bytes, begin, SegmentReader.RECORDS_PER_APPEND))) {
      throw damaged(file, bytes, begin, "the record cannot be read");
    }
    return line;
  }

  private static DamagedException damaged(Path file, byte[] bytes, int at, String problem) {
    int number = 1 + lines(Arrays.copyOf(bytes, at));
    return new DamagedException(file + ", line " + number, problem);
  }
}
