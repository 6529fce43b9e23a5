package dev.tidemark.stores.file.index;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.SegmentReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Run scanner of a dialect: reads the runs whose files differ from the index.
///
/// Documents are compared one by one, because other programs may change them. Journals change
/// through stores only, which [flag][JournalDirtyFlag] changes that leave the document unchanged;
/// without a flag they are not read.
final class RunScanner {
  private final StorageIo io;
  private final Path root;
  private final Path journals;
  private final FileLayout fileLayout;
  private final String dialect;
  private final Summarizer by;
  private final IndexFile known;

  private final List<String> folders = new ArrayList<>();
  private final Set<String> documents = new HashSet<>();
  private final ScanResult found;
  private final @Nullable Stat mark;
  private final boolean stands;
  private boolean whole;
  private boolean renewed;

  /// The folders to scan.
  record Ground(StorageIo io, Path root, Path journals, FileLayout layout) {}

  RunScanner(Ground ground, String dialect, Summarizer by, IndexFile known) throws IOException {
    this.io = ground.io;
    this.root = ground.root;
    this.journals = ground.journals;
    this.fileLayout = ground.layout;
    this.dialect = dialect;
    this.by = by;
    this.known = known;
    this.found = new ScanResult(by.now());
    this.mark = io.stat(journals);
    this.stands = known.mark() != null && known.mark().is(mark);
  }

  /// Scans all runs.
  ///
  /// @param all whether runs at rest are wanted too
  /// @return null if the entries of the runs at rest are needed and cannot be read
  @Nullable SummaryPage look(boolean all) throws IOException {
    whole = all || !stands;
    var expected = new HashMap<String, IndexEntry>();
    for (var entry : known.entries()) {
      expected.put(entry.path, entry);
    }
    for (var place : fileLayout.roots(dialect)) {
      root(place, expected);
    }
    var rest = rest();
    if (rest == null) {
      return null;
    }
    if (stands) {
      withoutDocument(known.entries());
      withoutDocument(rest);
    } else {
      journals(expected, rest);
    }
    return found.listing(all, whole ? 0 : known.resting());
  }

  private @Nullable List<IndexEntry> rest() throws IOException {
    for (var entry : known.entries()) {
      renewed |= entry.document != null && entry.journal != null && !documents.contains(entry.path);
    }
    whole |= renewed;
    return whole ? known.rest() : List.of();
  }

  private void root(String place, Map<String, IndexEntry> expected) throws IOException {
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
    var busy = RunPaths.busy(names);
    for (var name : names) {
      var path = place + "/" + name;
      var entry = expected.get(path);
      boolean ours = entry != null || fileLayout.idOf(dialect, path).isPresent();
      if (!ours && io.stat(journals.resolve(name)) == null) {
        continue;
      }
      var there = io.stat(root.resolve(path));
      if (there != null && there.kind() != Stat.Kind.FOLDER) {
        document(path, there, entry, busy.contains(name));
      }
    }
  }

  private void document(String path, Stat stat, @Nullable IndexEntry entry, boolean unsteady) {
    try {
      journaled(path, stat, entry, unsteady);
    } catch (IOException closed) {
      // It may have been at rest before, and must not be counted twice.
      whole = true;
      closed(path);
    }
  }

  /// Adds a run whose journal cannot be read: reading the run reports the problem.
  private void closed(@Nullable String path) {
    var id = path == null ? null : fileLayout.idOf(dialect, path).orElse(null);
    if (path != null && id != null && documents.add(path)) {
      found.passHidden(by.of(id));
    }
  }

  private void journaled(String path, Stat stat, @Nullable IndexEntry entry, boolean unsteady)
      throws IOException {
    if (entry != null
        && entry.document != null
        && !unsteady
        && entry.document.is(stat)
        && (stands || isSame(entry))) {
      documents.add(path);
      found.add(entry);
      return;
    }
    var name = path.substring(path.lastIndexOf('/') + 1);
    var begun = io.stat(SegmentReader.file(journals.resolve(name), 1));
    var header = begun == null ? null : RunLister.header(io, journals.resolve(name), dialect);
    boolean recorded = header != null && header.path().equals(path);
    var id =
        recorded && header != null ? header.run() : fileLayout.idOf(dialect, path).orElse(null);
    if (id == null || !documents.add(path)) {
      return;
    }
    // A run that was at rest has a document again: it must not be counted twice.
    renewed |= entry == null && recorded;
    var storedSummary = by.of(id);
    if (unsteady || stat.kind() != Stat.Kind.FILE || !found.isSettled(stat)) {
      found.pass(storedSummary);
    } else {
      found.learn(path, FileStamp.of(stat), begun, storedSummary);
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
        found.add(entry);
      } else if (entry.journal != null) {
        withoutDocument(entry.path, entry.summary.id());
      }
    }
  }

  /// Goes through all journals for runs without a document.
  private void journals(Map<String, IndexEntry> expected, List<IndexEntry> rest)
      throws IOException {
    var byName = new HashMap<String, IndexEntry>();
    for (var entry : expected.values()) {
      byName.put(entry.name(), entry);
    }
    for (var entry : rest) {
      byName.put(entry.name(), entry);
    }
    for (var name : io.list(journals)) {
      try {
        journal(name, byName.get(name));
      } catch (IOException closed) {
        closed(RunLister.pathOf(fileLayout, dialect, name));
      }
    }
  }

  private void journal(String name, @Nullable IndexEntry entry) throws IOException {
    if (entry != null && entry.document == null && isSame(entry)) {
      if (!documents.contains(entry.path)) {
        found.add(entry);
      }
      return;
    }
    var header =
        name.equals(JournalDirtyFlag.NAME)
            ? null
            : RunLister.header(io, journals.resolve(name), dialect);
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
      found.learn(path, null, begun, storedSummary);
    } else {
      // A document may exist at a path that is not scanned.
      found.passHidden(storedSummary);
    }
  }

  /// Returns the number of runs that are newer than in the index.
  int learned() {
    boolean news = renewed || (!stands && believed() != null);
    return found.learned() + (news ? found.entries().size() : 0);
  }

  /// Returns how the journals are, if a change from now on will show.
  private @Nullable FileStamp believed() {
    return mark != null && found.isComplete() && found.isSettled(mark) ? FileStamp.of(mark) : null;
  }

  /// Returns the new index; null if the old entries cannot be copied.
  byte @Nullable [] index() throws IOException {
    var rest = whole ? new byte[0] : known.restBytes();
    var kept = rest == null ? null : new IndexFile.Kept(rest, whole ? 0 : known.resting());
    var named = new IndexFile.Named(dialect, by.edition());
    return kept == null ? null : IndexFile.bytes(named, believed(), found.entries(), kept);
  }
}
