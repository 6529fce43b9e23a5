package dev.tidemark.stores.file.index;

import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.text.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Scan result of a [RunScanner]: the runs that the index can hold, and the others.
final class ScanResult {
  /// The largest size of a journal's only file at which its size reveals new records; a larger one
  /// may be followed by another file. A full one has 1,000 records or 4 MB.
  private static final long ONLY_FILE_MAX_BYTES = 200 * 1024;

  /// The age of a change after which a further change is visible in the timestamp, for the coarsest
  /// file system clock.
  private static final long SETTLED_NANOS = 2_000_000_000L;

  private final long settled;
  private final List<IndexEntry> entries = new ArrayList<>();
  private final List<StoredSummary> passing = new ArrayList<>();
  private boolean complete = true;
  private int learned;

  ScanResult(Instant now) {
    this.settled = now.getEpochSecond() * 1_000_000_000L + now.getNano() - SETTLED_NANOS;
  }

  /// Returns whether a change made from now on will show.
  boolean isSettled(Stat stat) {
    return stat.modified() <= settled;
  }

  /// Adds an entry of the index.
  void add(IndexEntry entry) {
    entries.add(entry);
  }

  /// Takes a run that has to be read again next time, and that will be found by its document.
  void pass(StoredSummary storedSummary) {
    passing.add(storedSummary);
  }

  /// Adds a run that must be read again next time, and that only a scan of all journals finds.
  void passHidden(StoredSummary storedSummary) {
    passing.add(storedSummary);
    complete = false;
  }

  /// Takes a run that was read.
  ///
  /// @param document how its document was before it was read; absent if there was none
  /// @param begun the stamp of the first file of its journal before it was read, if there was one
  void learn(
      String path,
      @Nullable FileStamp document,
      @Nullable Stat begun,
      StoredSummary storedSummary) {
    boolean lasting = storedSummary.cacheable() && Utf8.isEncodable(storedSummary.text());
    if (!lasting || (begun != null && !isSettled(begun))) {
      passing.add(storedSummary);
      complete &= document != null;
      return;
    }
    var journal =
        begun == null
            ? null
            : begun.size() > ONLY_FILE_MAX_BYTES ? FileStamp.UNSURE : FileStamp.of(begun);
    entries.add(new IndexEntry(path, document, journal, storedSummary));
    learned++;
  }

  /// Returns all entries that an index can hold.
  List<IndexEntry> entries() {
    return entries;
  }

  /// Returns the number of newly read runs that the index can hold.
  int learned() {
    return learned;
  }

  /// Returns whether every run that is not found by its document is known.
  boolean isComplete() {
    return complete;
  }

  /// Returns the runs, without the ended ones unless all are wanted.
  ///
  /// @param resting how many ended ones there are that were not gathered
  SummaryPage listing(boolean all, int resting) {
    var runs = new ArrayList<StoredSummary>(entries.size() + passing.size());
    int left = resting;
    for (var entry : entries) {
      left += add(runs, entry.summary, all);
    }
    for (var storedSummary : passing) {
      left += add(runs, storedSummary, all);
    }
    return new SummaryPage(runs, left);
  }

  private static int add(List<StoredSummary> runs, StoredSummary storedSummary, boolean all) {
    if (!all && storedSummary.finished()) {
      return 1;
    }
    runs.add(storedSummary);
    return 0;
  }
}
