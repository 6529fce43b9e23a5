package dev.tidemark.stores.postgres;

import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.stores.journal.record.SegmentHeader;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Segment rows: converts the segments of a journal to rows and back, byte for byte.
final class SegmentRows {
  private static final String SUFFIX = ".jsonl";
  private static final int DIGITS = 6;

  /// The segments of one run, read from its files.
  final List<Segment> segments = new ArrayList<>();

  final List<Fragment> fragments = new ArrayList<>();
  byte @Nullable [] document;

  /// One segment of a journal.
  ///
  /// @param number counts the files from 1
  /// @param header its first line, without the line feed
  /// @param lines its records, without line feeds
  /// @param torn the rest after the last of them
  record Segment(int number, String header, List<String> lines, List<Long> sequences, Torn torn) {
    /// Returns how long the whole records are.
    long bytes() {
      long bytes = header.getBytes(StandardCharsets.UTF_8).length + 1L;
      for (var line : lines) {
        bytes += line.getBytes(StandardCharsets.UTF_8).length + 1L;
      }
      return bytes;
    }
  }

  /// A line torn by a crash.
  static final class Torn {
    private final byte[] bytes;

    Torn(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  /// A file that a crash has left beside a journal.
  static final class Fragment {
    final String name;
    final byte[] bytes;

    Fragment(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }
  }

  /// Reads the files of one run.
  ///
  /// @throws DamagedException if one of them is corrupt
  static SegmentRows of(List<Item> items) {
    var segmentRows = new SegmentRows();
    for (var item : items) {
      var name = item.path().substring(item.path().lastIndexOf('/') + 1);
      if (item.kind() == Kind.DOCUMENT) {
        segmentRows.document = item.bytes();
      } else if (name.endsWith(SUFFIX)) {
        segmentRows.segments.add(segment(item.path(), name, item.bytes()));
      } else {
        segmentRows.fragments.add(new Fragment(name, item.bytes()));
      }
    }
    return segmentRows;
  }

  private static Segment segment(String path, String name, byte[] bytes) {
    int number = Integer.parseInt(name.substring(0, name.length() - SUFFIX.length()));
    int headerEnd = lineEnd(bytes, 0);
    if (headerEnd < 0 || SegmentHeader.read(bytes) == null) {
      throw new DamagedException(path, "the first line does not name the run");
    }
    var lines = new ArrayList<String>();
    var sequences = new ArrayList<Long>();
    int begin = headerEnd + 1;
    for (int end = lineEnd(bytes, begin); end >= 0; end = lineEnd(bytes, begin)) {
      var line = line(path, bytes, begin, end);
      if (line == null) {
        break;
      }
      lines.add(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
      sequences.add(line.head().sequence());
      begin = end + 1;
    }
    var header = new String(bytes, 0, headerEnd, StandardCharsets.UTF_8);
    var torn = new Torn(Arrays.copyOfRange(bytes, begin, bytes.length));
    return new Segment(number, header, lines, sequences, torn);
  }

  private static @Nullable JournalLine line(String path, byte[] bytes, int from, int to) {
    try {
      return JournalLine.read(bytes, from, to);
    } catch (MalformedException strange) {
      throw new DamagedException(path, String.valueOf(strange.getMessage()));
    }
  }

  private static int lineEnd(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// Returns the files again, in the order in which a file store names them.
  List<Item> items(Named named) {
    var items = new ArrayList<Item>();
    var id = named.id();
    var name = named.path().substring(named.path().lastIndexOf('/') + 1);
    var folder = ".tidemark/journal/" + id.dialect() + "/" + name + "/";
    for (var segment : segments) {
      var digits = Integer.toString(segment.number());
      var file = "0".repeat(Math.max(0, DIGITS - digits.length())) + digits + SUFFIX;
      items.add(new Item(Kind.RECORD, id, folder + file, bytes(segment)));
    }
    for (var fragment : fragments) {
      items.add(new Item(Kind.RECORD, id, folder + fragment.name, fragment.bytes));
    }
    items.sort(Comparator.comparing(Item::path));
    var there = document;
    if (there != null) {
      items.add(new Item(Kind.DOCUMENT, id, named.path(), there));
    }
    return items;
  }

  private static byte[] bytes(Segment segment) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes((segment.header() + "\n").getBytes(StandardCharsets.UTF_8));
    for (var line : segment.lines()) {
      bytes.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    bytes.writeBytes(segment.torn().bytes());
    return bytes.toByteArray();
  }
}
