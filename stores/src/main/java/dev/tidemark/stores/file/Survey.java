package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Listing;
import dev.tidemark.store.Summarizer;
import dev.tidemark.stores.file.StorageIo.Stat;
import dev.tidemark.stores.journal.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One look at all runs of a dialect: whatever is not as the index knows it is read.
///
/// Documents are compared one by one, because anybody may change them. Journals are changed through
/// stores only, which [mark][Marks] what a document does not show; as long as nobody did, they need
/// no look.
final class Survey {
  private static final int HEADER_BLOCK = 4 * 1024;

  private final StorageIo io;
  private final Path root;
  private final Path journals;
  private final Layout layout;
  private final String dialect;
  private final Summarizer by;
  private final IndexFile known;

  private final List<String> folders = new ArrayList<>();
  private final Set<String> documents = new HashSet<>();
  private final Gathering found;
  private final @Nullable Stat mark;
  private final boolean stands;
  private boolean whole;
  private boolean renewed;

  /// Where to look.
  record Ground(StorageIo io, Path root, Path journals, Layout layout) {}

  Survey(Ground ground, String dialect, Summarizer by, IndexFile known) throws IOException {
    this.io = ground.io;
    this.root = ground.root;
    this.journals = ground.journals;
    this.layout = ground.layout;
    this.dialect = dialect;
    this.by = by;
    this.known = known;
    this.found = new Gathering(by.now());
    this.mark = io.stat(journals);
    this.stands = known.mark() != null && known.mark().is(mark);
  }

  /// Looks at everything.
  ///
  /// @param all whether runs at rest are wanted too
  /// @return null if what the index knows of runs at rest is needed and cannot be read
  @Nullable Listing look(boolean all) throws IOException {
    whole = all || !stands;
    var expected = new HashMap<String, IndexEntry>();
    for (var entry : known.entries()) {
      expected.put(entry.path, entry);
    }
    var roots = layout.roots(dialect);
    for (int i = 0; i < roots.size(); i++) {
      root(roots.get(i), expected);
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
    var busy = busy(names);
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      var path = place + "/" + name;
      var entry = expected.get(path);
      if (entry == null && !mayBe(path, name)) {
        continue;
      }
      var there = io.stat(root.resolve(path));
      if (there != null && there.kind() != Stat.Kind.FOLDER) {
        document(path, there, entry, busy.contains(name));
      }
    }
  }

  private boolean mayBe(String path, String name) throws IOException {
    return layout.idOf(dialect, path).isPresent() || io.stat(journals.resolve(name)) != null;
  }

  /// Returns the documents that somebody is about to replace, or was when he was stopped.
  private static Set<String> busy(List<String> names) {
    var busy = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      var document = Target.documentOf(names.get(i));
      if (document != null) {
        busy.add(document);
      }
    }
    return busy;
  }

  private void document(String path, Stat stat, @Nullable IndexEntry entry, boolean unsteady)
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
    var begun = io.stat(Segments.file(journals.resolve(name), 1));
    var header = begun == null ? null : header(name);
    boolean recorded = header != null && header.path().equals(path);
    var id = recorded && header != null ? header.run() : layout.idOf(dialect, path).orElse(null);
    if (id == null || !documents.add(path)) {
      return;
    }
    // A run that was at rest has a document again: it must not be counted twice.
    renewed |= entry == null && recorded;
    var summary = by.of(id);
    if (unsteady || stat.kind() != Stat.Kind.FILE || !found.isSettled(stat)) {
      found.pass(summary);
    } else {
      found.learn(path, Stamp.of(stat), begun, summary);
    }
  }

  private @Nullable SegmentHeader header(String name) throws IOException {
    var start = io.read(Segments.file(journals.resolve(name), 1), 0, HEADER_BLOCK);
    var header = start == null ? null : SegmentHeader.read(start);
    return header == null || !header.run().dialect().equals(dialect) ? null : header;
  }

  private boolean isSame(IndexEntry entry) throws IOException {
    var begun = io.stat(Segments.file(journals.resolve(entry.name()), 1));
    return entry.journal == null ? begun == null : entry.journal.is(begun);
  }

  /// Goes through runs known without a document, whose journals are as they were.
  private void withoutDocument(List<IndexEntry> some) throws IOException {
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
    var names = io.list(journals);
    for (int i = 0; i < names.size(); i++) {
      journal(names.get(i), byName.get(names.get(i)));
    }
  }

  private void journal(String name, @Nullable IndexEntry entry) throws IOException {
    if (entry != null && entry.document == null && isSame(entry)) {
      if (!documents.contains(entry.path)) {
        found.add(entry);
      }
      return;
    }
    var header = name.equals(Marks.NAME) ? null : header(name);
    if (header != null && !documents.contains(header.path())) {
      withoutDocument(header.path(), header.run());
    }
  }

  private void withoutDocument(String path, CheckpointId id) throws IOException {
    int slash = path.lastIndexOf('/');
    var folder = slash < 0 ? "" : path.substring(0, slash);
    var begun = io.stat(Segments.file(journals.resolve(path.substring(slash + 1)), 1));
    var summary = by.of(id);
    if (begun != null && (folders.contains(path) || folders.contains(folder))) {
      found.learn(path, null, begun, summary);
    } else {
      // There may be a document where nobody looks for it.
      found.passHidden(summary);
    }
  }

  /// Returns how many runs the index would know better than it does.
  int learned() {
    boolean news = renewed || (!stands && believed() != null);
    return found.learned() + (news ? found.entries().size() : 0);
  }

  /// Returns how the journals are, if a change from now on will show.
  private @Nullable Stamp believed() {
    return mark != null && found.isComplete() && found.isSettled(mark) ? Stamp.of(mark) : null;
  }

  /// Returns the index as it should be from now on; null if what it knows cannot be taken over.
  byte @Nullable [] index() throws IOException {
    var rest = whole ? new byte[0] : known.restBytes();
    var kept = rest == null ? null : new IndexFile.Kept(rest, whole ? 0 : known.resting());
    var named = new IndexFile.Named(dialect, by.edition());
    return kept == null ? null : IndexFile.bytes(named, believed(), found.entries(), kept);
  }
}
