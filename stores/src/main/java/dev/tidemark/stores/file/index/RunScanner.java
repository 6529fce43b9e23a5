package dev.tidemark.stores.file.index;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Run scanner of a dialect: reads the runs whose files differ from the index.
///
/// Documents are compared one by one, because other programs may change them. Journals change
/// through stores only, which mark changes that leave the document unchanged (see [ChangeMarkers]);
/// without a mark they are not read.
final class RunScanner {
  /// The largest size of a journal's only file at which its size reveals new records; a larger one
  /// may be followed by another file. A full one has 1,000 records or 4 MB.
  private static final long ONLY_FILE_MAX_BYTES = 200 * 1024;

  /// The age of a change after which a further change is visible in the timestamp, for the coarsest
  /// file system clock.
  private static final long SETTLED_NANOS = 2_000_000_000L;

  private final StorageIo io;
  private final Path root;
  private final RunLister lister;
  private final Path journals;
  private final FileLayout fileLayout;
  private final String dialect;
  private final Summarizer by;
  private final IndexFile known;

  private final List<String> folders = new ArrayList<>();
  private final Set<String> documents = new HashSet<>();

  /// The runs that the index can hold, and the others.
  private final List<IndexEntry> entries = new ArrayList<>();

  private final List<StoredSummary> uncached = new ArrayList<>();
  private final long settled;
  private final @Nullable Stat mark;
  private final boolean trusted;
  private boolean whole;
  private boolean renewed;
  private boolean complete = true;
  private int newlyRead;

  RunScanner(RunLister lister, Path journals, Summarizer by, IndexFile known) throws IOException {
    this.io = lister.io;
    this.root = lister.root;
    this.fileLayout = lister.fileLayout;
    this.lister = lister;
    this.journals = journals;
    this.dialect = known.dialect();
    this.by = by;
    this.known = known;
    var now = by.currentTime();
    this.settled = now.getEpochSecond() * 1_000_000_000L + now.getNano() - SETTLED_NANOS;
    this.mark = io.stat(journals);
    this.trusted = known.mark() != null && IndexEntry.isStamp(known.mark(), mark);
  }

  /// Scans all runs.
  ///
  /// @param all whether ended runs are wanted too
  /// @return null if the entries of the ended runs are needed and cannot be read
  @Nullable SummaryPage scan(boolean all) throws IOException {
    whole = all || !trusted;
    for (var place : fileLayout.roots(dialect)) {
      root(place);
    }
    var rest = remainingEntries();
    if (rest == null) {
      return null;
    }
    if (trusted) {
      withoutDocument(known.entries());
      withoutDocument(rest);
    } else {
      journals(rest);
    }
    return page(all, whole ? 0 : known.endedCount());
  }

  private @Nullable List<IndexEntry> remainingEntries() throws IOException {
    for (var entry : known.entries()) {
      renewed |= entry.document != null && entry.journal != null && !documents.contains(entry.path);
    }
    whole |= renewed;
    return whole ? known.ended() : List.of();
  }

  private void root(String place) throws IOException {
    var stat = io.stat(root.resolve(place));
    if (stat == null) {
      folders.add(place);
      return;
    }
    if (stat.kind() == Stat.Kind.FILE) {
      document(place, stat, null, true);
      return;
    }
    folders.add(place);
    var names = io.list(root.resolve(place));
    var busy = RunPaths.withReplacement(names);
    var unknown = new HashSet<>(names);
    // In the order of the index, which is that of the list: nothing is left to sort.
    for (var entry : known.entries()) {
      var name = entry.nameIn(place);
      if (name != null && unknown.remove(name)) {
        document(entry.path, entry, busy.contains(name));
      }
    }
    for (var name : unknown) {
      var path = place + "/" + name;
      if (fileLayout.idOf(dialect, path).isPresent() || io.stat(journals.resolve(name)) != null) {
        document(path, null, busy.contains(name));
      }
    }
  }

  private void document(String path, @Nullable IndexEntry entry, boolean unsteady)
      throws IOException {
    var there = io.stat(root.resolve(path));
    if (there != null && there.kind() != Stat.Kind.FOLDER) {
      document(path, there, entry, unsteady);
    }
  }

  private void document(String path, Stat stat, @Nullable IndexEntry entry, boolean unsteady) {
    try {
      journaled(path, stat, entry, unsteady);
    } catch (IOException closed) {
      // It may have been ended before, and must not be counted twice.
      whole = true;
      addUnreadable(path);
    }
  }

  /// Adds a run whose journal cannot be read: reading the run reports the problem.
  private void addUnreadable(@Nullable String path) {
    var id = path == null ? null : fileLayout.idOf(dialect, path).orElse(null);
    if (path != null && id != null && documents.add(path)) {
      addHidden(by.of(id));
    }
  }

  private void journaled(String path, Stat stat, @Nullable IndexEntry entry, boolean unsteady)
      throws IOException {
    if (entry != null
        && entry.document != null
        && !unsteady
        && IndexEntry.isStamp(entry.document, stat)
        && (trusted || isSame(entry))) {
      documents.add(path);
      entries.add(entry);
      return;
    }
    var name = path.substring(path.lastIndexOf('/') + 1);
    var begun = io.stat(SegmentReader.file(journals.resolve(name), 1));
    var header = begun == null ? null : lister.header(journals.resolve(name), dialect);
    boolean recorded = header != null && header.path().equals(path);
    var id =
        recorded && header != null ? header.run() : fileLayout.idOf(dialect, path).orElse(null);
    if (id == null || !documents.add(path)) {
      return;
    }
    // A run that had ended has a document again: it must not be counted twice.
    renewed |= entry == null && recorded;
    var storedSummary = by.of(id);
    if (unsteady || stat.kind() != Stat.Kind.FILE || !isSettled(stat)) {
      uncached.add(storedSummary);
    } else {
      addRead(path, IndexEntry.stamp(stat), begun, storedSummary);
    }
  }

  private boolean isSame(IndexEntry entry) throws IOException {
    return entry.isOf(io.stat(SegmentReader.file(journals.resolve(entry.name()), 1)));
  }

  /// Adds the runs known without a document, with unchanged journals.
  private void withoutDocument(List<IndexEntry> some) {
    for (var entry : some) {
      if (documents.contains(entry.path)) {
        continue;
      }
      if (entry.document == null) {
        entries.add(entry);
      } else if (entry.journal != null) {
        withoutDocument(entry.path, entry.summary.id());
      }
    }
  }

  /// Goes through all journals for runs without a document.
  private void journals(List<IndexEntry> rest) throws IOException {
    var byName = new HashMap<String, IndexEntry>();
    for (var entry : known.entries()) {
      byName.put(entry.name(), entry);
    }
    for (var entry : rest) {
      byName.put(entry.name(), entry);
    }
    for (var name : io.list(journals)) {
      try {
        journal(name, byName.get(name));
      } catch (IOException closed) {
        addUnreadable(lister.pathOf(dialect, name));
      }
    }
  }

  private void journal(String name, @Nullable IndexEntry entry) throws IOException {
    if (entry != null && entry.document == null && isSame(entry)) {
      if (!documents.contains(entry.path)) {
        entries.add(entry);
      }
      return;
    }
    var header =
        name.equals(ChangeMarkers.NAME) ? null : lister.header(journals.resolve(name), dialect);
    if (header != null && !documents.contains(header.path())) {
      withoutDocument(header.path(), header.run());
    }
  }

  private void withoutDocument(String path, CheckpointId id) {
    int slash = path.lastIndexOf('/');
    var folder = slash < 0 ? "" : path.substring(0, slash);
    Stat begun = null;
    try {
      begun = io.stat(SegmentReader.file(journals.resolve(path.substring(slash + 1)), 1));
    } catch (IOException closed) {
      // Reading the run reports the problem.
    }
    var storedSummary = by.of(id);
    if (begun != null && (folders.contains(path) || folders.contains(folder))) {
      addRead(path, null, begun, storedSummary);
    } else {
      // A document may exist at a path that is not scanned.
      addHidden(storedSummary);
    }
  }

  /// Returns the number of runs that are newer than in the index.
  int newlyRead() {
    boolean news = renewed || (!trusted && trustedStamp() != null);
    return newlyRead + (news ? entries.size() : 0);
  }

  /// Returns how the journals are, if a change from now on will show.
  private @Nullable String trustedStamp() {
    return mark != null && complete && isSettled(mark) ? IndexEntry.stamp(mark) : null;
  }

  /// Returns the new index; null if the old entries cannot be copied.
  byte @Nullable [] index() throws IOException {
    var rest = whole ? new byte[0] : known.endedBytes();
    entries.sort(
        (one, other) -> one.summary.id().toString().compareTo(other.summary.id().toString()));
    return rest == null
        ? null
        : IndexFile.bytes(
            dialect, by.edition(), trustedStamp(), entries, rest, whole ? 0 : known.endedCount());
  }

  /// Returns whether a change made from now on will show.
  private boolean isSettled(Stat stat) {
    return stat.modified() <= settled;
  }

  /// Adds a run that must be read again next time, and that only a scan of all journals finds.
  private void addHidden(StoredSummary storedSummary) {
    uncached.add(storedSummary);
    complete = false;
  }

  /// Takes a run that was read.
  ///
  /// @param document how its document was before it was read; absent if there was none
  /// @param begun the stamp of the first file of its journal before it was read, if there was one
  private void addRead(
      String path, @Nullable String document, @Nullable Stat begun, StoredSummary storedSummary) {
    boolean lasting = storedSummary.cacheable() && Utf8.isEncodable(storedSummary.text());
    if (!lasting || (begun != null && !isSettled(begun))) {
      uncached.add(storedSummary);
      complete &= document != null;
      return;
    }
    var journal =
        begun == null
            ? null
            : begun.size() > ONLY_FILE_MAX_BYTES ? IndexEntry.UNSURE : IndexEntry.stamp(begun);
    entries.add(new IndexEntry(path, document, journal, storedSummary));
    newlyRead++;
  }

  /// Returns the runs, without the ended ones unless all are wanted.
  ///
  /// @param resting how many ended ones there are that were not gathered
  private SummaryPage page(boolean all, int resting) {
    var runs = new ArrayList<StoredSummary>(entries.size() + uncached.size());
    int left = resting;
    for (var entry : entries) {
      left += add(runs, entry.summary, all);
    }
    for (var storedSummary : uncached) {
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
