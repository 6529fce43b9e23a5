package dev.tidemark.stores.file.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.text.TabLine;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Parsed index file: a header, a block of the active runs, which every list reads, and a block of
/// the ended runs, which most lists only count. Each part has a checksum of its own; a damaged part
/// counts as absent.
final class IndexFile {
  private static final String FORMAT = "tidemark-index-1";
  private static final int HEAD = 512;
  private static final int HEAD_FIELDS = 9;

  private static volatile SoftReference<Map.Entry<String, IndexFile>> newest =
      new SoftReference<>(null);

  private final String dialect;
  private final @Nullable String mark;
  private final List<IndexEntry> entries;
  private final int resting;
  private final Rest rest;

  /// The position of the block of the ended runs.
  private record Rest(StorageIo io, Path file, int offset, int length, String sum) {}

  private IndexFile(
      String dialect, @Nullable String mark, List<IndexEntry> entries, int resting, Rest rest) {
    this.dialect = dialect;
    this.mark = mark;
    this.entries = entries;
    this.resting = resting;
    this.rest = rest;
  }

  /// Returns an empty index.
  static IndexFile empty(StorageIo io, Path file, String dialect) {
    return new IndexFile(dialect, null, List.of(), 0, new Rest(io, file, 0, 0, sum(new byte[0])));
  }

  /// Reads an index; returns an empty one if there is none, or none of that edition.
  ///
  /// A process that stays keeps the newest one for as long as memory lasts: each entry is validated
  /// against its files anyway.
  static IndexFile read(StorageIo io, Path file, String dialect, String edition) {
    try {
      var stat = io.stat(file);
      if (stat == null) {
        return empty(io, file, dialect);
      }
      var stamp = IndexEntry.stamp(stat);
      var name = file + " " + stamp + " " + edition;
      var kept = newest.get();
      if (kept != null && kept.getKey().equals(name)) {
        return kept.getValue();
      }
      var read = readHead(io, file, dialect, edition);
      if (read == null) {
        return empty(io, file, dialect);
      }
      if (!stamp.equals(IndexEntry.UNSURE)) {
        newest = new SoftReference<>(Map.entry(name, read));
      }
      return read;
    } catch (IOException | NumberFormatException strange) {
      return empty(io, file, dialect);
    }
  }

  private static @Nullable IndexFile readHead(
      StorageIo io, Path file, String dialect, String edition) throws IOException {
    var start = io.read(file, 0, HEAD);
    int end = start == null ? -1 : JournalLine.end(start, 0);
    if (start == null || end < 0) {
      return null;
    }
    var line = Utf8.decode(Arrays.copyOf(start, end)).orElse("");
    int last = line.lastIndexOf('\t');
    var fields = TabLine.split(line);
    if (last < 0
        || fields.size() != HEAD_FIELDS
        || !FORMAT.equals(fields.get(0))
        || !edition.equals(fields.get(1))
        || !dialect.equals(fields.get(2))
        || !line.substring(last + 1).equals(sum(Utf8.encode(line.substring(0, last))))) {
      return null;
    }
    var mark = fields.get(3);
    int length = number(fields.get(4));
    int resting = number(fields.get(6));
    var entries = block(new Rest(io, file, end + 1, length, text(fields.get(5))), dialect);
    var rest = new Rest(io, file, end + 1 + length, Integer.MAX_VALUE, text(fields.get(7)));
    return entries == null ? null : new IndexFile(dialect, mark, entries, resting, rest);
  }

  /// Returns the dialect of the runs.
  String dialect() {
    return dialect;
  }

  /// Returns the stamp of the journals; absent if unknown.
  @Nullable String mark() {
    return mark;
  }

  /// Returns the runs that every list must read.
  List<IndexEntry> entries() {
    return entries;
  }

  /// Returns how many runs have ended.
  int endedCount() {
    return resting;
  }

  /// Returns the ended runs; null if their block cannot be read.
  @Nullable List<IndexEntry> ended() throws IOException {
    return resting == 0 ? List.of() : block(rest, dialect);
  }

  /// Returns the block of the ended runs, to be copied; null if it cannot be read.
  byte @Nullable [] endedBytes() throws IOException {
    return resting == 0 ? new byte[0] : bytes(rest);
  }

  private static byte @Nullable [] bytes(Rest block) throws IOException {
    var bytes = block.io.read(block.file, block.offset, block.length);
    return bytes == null || !sum(bytes).equals(block.sum) ? null : bytes;
  }

  private static @Nullable List<IndexEntry> block(Rest block, String dialect) throws IOException {
    var bytes = bytes(block);
    if (bytes == null) {
      return null;
    }
    var entries = new ArrayList<IndexEntry>();
    int from = 0;
    while (from < bytes.length) {
      int to = JournalLine.end(bytes, from);
      if (to < 0) {
        return null;
      }
      entries.add(IndexEntry.read(dialect, new String(bytes, from, to - from, UTF_8)));
      from = to + 1;
    }
    return entries;
  }

  /// Returns an index in bytes.
  ///
  /// @param edition the edition of the summaries
  /// @param mark the stamp of the journals; absent if unknown
  /// @param kept the copied block of the ended runs that are not among the entries, of which there
  ///   are `keptRuns`
  static byte[] bytes(
      String dialect,
      String edition,
      @Nullable String mark,
      List<IndexEntry> entries,
      byte[] kept,
      int keptRuns) {
    var open = new StringBuilder();
    var rest = new StringBuilder();
    int resting = keptRuns;
    for (var entry : entries) {
      if (entry.isEnded()) {
        resting++;
      }
      entry.write(entry.isEnded() ? rest : open);
    }
    var openBytes = Utf8.encode(open.toString());
    var restBytes = joined(kept, Utf8.encode(rest.toString()));
    var head = new StringBuilder(FORMAT).append('\t');
    TabLine.add(head, edition);
    TabLine.add(head.append('\t'), dialect);
    TabLine.add(head.append('\t'), mark);
    head.append('\t').append(openBytes.length).append('\t').append(sum(openBytes));
    head.append('\t').append(resting).append('\t').append(sum(restBytes));
    var sum = sum(Utf8.encode(head.toString()));
    var headBytes = Utf8.encode(head.append('\t').append(sum).append('\n').toString());
    return joined(joined(headBytes, openBytes), restBytes);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    var all = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, all, one.length, other.length);
    return all;
  }

  private static String sum(byte[] bytes) {
    // The JDK's own is native code; the pure Java one for journals would dominate the time of a
    // list.
    var crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }

  private static int number(@Nullable String text) {
    int number = Integer.parseInt(text(text));
    if (number < 0) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
