package dev.tidemark.stores.file.transfer;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.store.Transfer.Settled;
import dev.tidemark.stores.file.document.RunVerifier;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Transfer verifier: validates the files of a store on their way to another, in memory, so that
/// all problems are found before the first write.
final class TransferVerifier {
  private final TransferPaths transferPaths;
  private final RunVerifier runVerifier;

  TransferVerifier(TransferPaths transferPaths, RunVerifier runVerifier) {
    this.transferPaths = transferPaths;
    this.runVerifier = runVerifier;
  }

  /// The files of one run.
  private static final class Part {
    final RunPaths target;
    final TreeMap<Integer, Item> records = new TreeMap<>();
    @Nullable Item document;

    Part(RunPaths runPaths) {
      this.target = runPaths;
    }
  }

  /// Returns the problems, one sentence each.
  List<String> problems(List<Item> items) {
    var problems = new ArrayList<String>();
    for (var part : parts(items, problems).values()) {
      var id = part.target.id();
      var document = part.document;
      if (document != null && document.size() > DocumentBytes.MAX_BYTES) {
        problems.add(id + ": " + DocumentBytes.tooLarge(document.path()).getMessage());
      }
      var files = new TreeMap<Integer, byte[]>();
      part.records.forEach((number, item) -> files.put(number, item.bytes()));
      for (var problem : runVerifier.verify(archivePaths(part.target), files)) {
        problems.add(id + ": " + problem);
      }
    }
    return problems;
  }

  /// Its files are not on this disk, so they are called as they are wherever they come from.
  private RunPaths archivePaths(RunPaths runPaths) {
    var journal = Path.of(transferPaths.path(runPaths.journal()));
    return new RunPaths(
        runPaths.id(),
        runPaths.path(),
        runPaths.document(),
        journal,
        runPaths.passage(),
        runPaths.access());
  }

  private Map<CheckpointId, Part> parts(List<Item> items, List<String> problems) {
    var parts = new LinkedHashMap<CheckpointId, Part>();
    for (var item : items) {
      try {
        var runPaths = transferPaths.check(item);
        if (runPaths == null) {
          continue;
        }
        var part = parts.computeIfAbsent(runPaths.id(), missing -> new Part(runPaths));
        if (item.kind() == Kind.DOCUMENT) {
          part.document = item;
        } else if (item.path().endsWith(SegmentHeader.SUFFIX)) {
          part.records.put(number(item.path()), item);
        }
      } catch (ForbiddenException misplaced) {
        problems.add(String.valueOf(misplaced.getMessage()));
      }
    }
    return parts;
  }

  private static int number(String path) {
    return SegmentHeader.number(path.substring(path.lastIndexOf('/') + 1));
  }

  /// Splits the torn end off each journal, as the next writer would, and reports it. Also lists the
  /// documents that differ from their last record, as the next writer will find.
  Settled withTornLinesSplit(List<Item> items) {
    var settled = new ArrayList<>(items);
    var remarks = new ArrayList<String>();
    for (var part : parts(items, new ArrayList<>()).values()) {
      separateTornEnd(part, settled, remarks);
      if (isEdited(part)) {
        remarks.add(
            part.target.id() + ": " + HistoryDiagnostics.edited(part.target.path()).message());
      }
    }
    return new Settled(settled, remarks);
  }

  private static void separateTornEnd(Part part, List<Item> settled, List<String> remarks) {
    var newest = part.records.lastEntry();
    var item = newest == null ? null : newest.getValue();
    if (newest == null || item == null) {
      return;
    }
    var bytes = item.bytes();
    int whole = recordsLength(bytes);
    if (whole == bytes.length && whole > 0) {
      return;
    }
    part.records.remove(newest.getKey());
    int place = settled.indexOf(item);
    settled.remove(place);
    if (whole > 0) {
      var kept = new Item(item.kind(), item.run(), item.path(), Arrays.copyOf(bytes, whole));
      settled.add(place++, kept);
      part.records.put(newest.getKey(), kept);
    }
    if (whole < bytes.length) {
      var torn = Arrays.copyOfRange(bytes, whole, bytes.length);
      remarks.add(part.target.id() + ": " + separateTornEnd(item, torn, place, settled));
    }
  }

  private static String separateTornEnd(Item item, byte[] torn, int after, List<Item> settled) {
    var there = paths(settled);
    int number = 1;
    while (there.contains(item.path() + ".torn-" + number)) {
      number++;
    }
    var path = item.path() + ".torn-" + number;
    int place = Math.min(after + number - 1, settled.size());
    settled.add(place, new Item(item.kind(), item.run(), path, torn));
    var what = item.path() + " ends in " + torn.length + " bytes that are no record";
    return what + "; they go along as " + path;
  }

  private static Set<String> paths(List<Item> items) {
    var paths = new HashSet<String>();
    items.forEach(item -> paths.add(item.path()));
    return paths;
  }

  /// Returns the length of the complete records at the beginning of a journal's newest file; the
  /// whole length if the rest is not the result of a crash.
  private static int recordsLength(byte[] bytes) {
    try {
      int headerEnd = JournalLine.end(bytes, 0);
      boolean headed = headerEnd >= 0 && SegmentHeader.read(bytes) != null;
      int begin = headed ? headerEnd + 1 : 0;
      int end = headed ? JournalLine.end(bytes, begin) : -1;
      while (end >= 0 && JournalLine.read(bytes, begin, end) != null) {
        begin = end + 1;
        end = JournalLine.end(bytes, begin);
      }
      int lines = headed ? SegmentReader.RECORDS_PER_APPEND : SegmentReader.LINES_PER_SEGMENT_BEGUN;
      return SegmentReader.isTorn(bytes, begin, lines) ? begin : bytes.length;
    } catch (MalformedException strange) {
      return bytes.length;
    }
  }

  private static boolean isEdited(Part part) {
    for (var record : part.records.descendingMap().values()) {
      var last = lastRecord(record.bytes());
      if (last != null) {
        var document = part.document;
        var there = document == null ? Revision.NONE : DocumentBytes.revision(document.bytes());
        return !there.equals(last.head().step().after());
      }
    }
    return false;
  }

  /// Returns the last record of a file; null if there is none, or it cannot be read.
  private static @Nullable JournalLine lastRecord(byte[] bytes) {
    int begin = bytes.length - 1;
    while (begin > 0 && bytes[begin - 1] != '\n') {
      begin--;
    }
    try {
      return begin <= 0 ? null : JournalLine.read(bytes, begin, bytes.length - 1);
    } catch (MalformedException strange) {
      return null;
    }
  }
}
