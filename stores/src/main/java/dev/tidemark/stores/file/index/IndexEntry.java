package dev.tidemark.stores.file.index;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.text.TabLine;
import org.jspecify.annotations.Nullable;

/// Index entry of one run, with the stamps of its files: size, time and file key; an equal stamp
/// means unchanged.
final class IndexEntry {
  private static final String ENDED = "e";
  private static final int FIELDS = 6;

  /// The stamp that equals none: a change cannot be excluded.
  static final String UNSURE = "";

  /// The document's path from the project root.
  final String path;

  /// The stamp of the document; absent if there was none.
  final @Nullable String document;

  /// The stamp of the journal; absent if there was none.
  final @Nullable String journal;

  final StoredSummary summary;

  IndexEntry(
      String path,
      @Nullable String document,
      @Nullable String journal,
      StoredSummary storedSummary) {
    this.path = path;
    this.document = document;
    this.journal = journal;
    this.summary = storedSummary;
  }

  /// Returns the stamp of a file or folder.
  static String stamp(Stat stat) {
    return stat.key().isEmpty() ? UNSURE : stat.size() + ":" + stat.modified() + ":" + stat.key();
  }

  /// Returns whether a file or folder is unchanged since it had that stamp.
  static boolean isStamp(String stamp, @Nullable Stat now) {
    return now != null && !stamp.isEmpty() && stamp.equals(stamp(now));
  }

  /// Returns whether the entry is only needed by a full read of the index: the run has ended, and
  /// has no document that could change.
  boolean isEnded() {
    return summary.finished() && document == null;
  }

  /// Returns the name of its journal.
  String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns the name of its document if that is in a folder; null if not.
  @Nullable String nameIn(String folder) {
    return path.startsWith(folder) && path.lastIndexOf('/') == folder.length() ? name() : null;
  }

  /// Returns whether its journal is as it was.
  ///
  /// @param begun the first file of the journal; absent if there is none
  boolean isOf(@Nullable Stat begun) {
    return journal == null ? begun == null : isStamp(journal, begun);
  }

  void write(StringBuilder out) {
    var id = summary.id();
    TabLine.add(out, path);
    TabLine.add(out.append('\t'), document);
    TabLine.add(out.append('\t'), journal);
    TabLine.add(out.append('\t'), id.workflow());
    TabLine.add(out.append('\t'), id.item());
    out.append('\t').append(summary.finished() ? ENDED : "");
    out.append('\t').append(summary.text()).append('\n');
  }

  /// Parses the output of [#write], without the line end.
  ///
  /// @throws NumberFormatException if nothing wrote that
  static IndexEntry read(String dialect, String line) {
    var fields = TabLine.split(line, FIELDS);
    if (fields.size() <= FIELDS) {
      throw new NumberFormatException("fields are missing");
    }
    var path = fields.get(0);
    var workflow = fields.get(3);
    var text = fields.get(FIELDS);
    if (path == null || workflow == null || text == null) {
      throw new NumberFormatException("a run has no name");
    }
    var id = new CheckpointId(dialect, workflow, fields.get(4));
    return new IndexEntry(
        path,
        fields.get(1),
        fields.get(2),
        new StoredSummary(id, ENDED.equals(fields.get(5)), true, text));
  }
}
