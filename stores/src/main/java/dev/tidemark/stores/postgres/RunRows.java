package dev.tidemark.stores.postgres;

import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Row mapper of a run: converts its document and its journal between the files of a file store and
/// rows, byte for byte.
final class RunRows {
  private static final String DOCUMENT =
      "select id, document from run where dialect = ? and path = ?";
  private static final String SEGMENTS =
      """
      select s.number, s.header, s.torn, c.sequence, c.line
      from segment s left join record c on c.run = s.run and c.segment = s.number
      where s.run = ? order by s.number, c.sequence
      """;
  private static final String FRAGMENTS = "select name, content from fragment where run = ?";
  private static final String RUN =
      """
      insert into run (dialect, workflow, item, path, document, head, segment, segment_first,
        segment_bytes) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (dialect, path) do update set document = excluded.document,
        head = excluded.head, segment = excluded.segment,
        segment_first = excluded.segment_first, segment_bytes = excluded.segment_bytes,
        turn = run.turn + 1
      where run.head = 0 and run.document is null
      returning id
      """;
  private static final String SEGMENT =
      "insert into segment (run, number, header, torn) values (?, ?, ?, ?)";
  private static final String RECORD =
      "insert into record (run, sequence, segment, line) values (?, ?, ?, ?)";
  private static final String FRAGMENT =
      "insert into fragment (run, name, content) values (?, ?, ?)";

  /// The segments of the run.
  private final List<Segment> segments = new ArrayList<>();

  /// The files that a crash has left beside its journal, by name.
  private final Map<String, byte[]> fragments = new TreeMap<>();

  private byte @Nullable [] document;

  private RunRows() {}

  /// One segment of a journal.
  private static final class Segment {
    /// Counts the segments from 1.
    final int number;

    /// Its first line, without the line feed.
    final String header;

    /// Its records, without line feeds.
    final List<String> lines = new ArrayList<>();

    final List<Long> sequences = new ArrayList<>();

    /// The rest after the last record: a line torn by a crash.
    byte[] torn = {};

    Segment(int number, String header) {
      this.number = number;
      this.header = header;
    }

    void add(String line, long sequence) {
      lines.add(line);
      sequences.add(sequence);
    }

    /// Returns how long the whole records are.
    long size() {
      long size = header.getBytes(StandardCharsets.UTF_8).length + 1L;
      for (var line : lines) {
        size += line.getBytes(StandardCharsets.UTF_8).length + 1L;
      }
      return size;
    }
  }

  /// Reads the files of one run.
  ///
  /// @throws DamagedException if one of them is corrupt
  static RunRows of(List<Item> items) {
    var runRows = new RunRows();
    for (var item : items) {
      var name = item.path().substring(item.path().lastIndexOf('/') + 1);
      if (item.kind() == Kind.DOCUMENT) {
        runRows.document = item.bytes();
      } else if (name.endsWith(SegmentHeader.SUFFIX)) {
        runRows.segments.add(segment(item.path(), name, item.bytes()));
      } else {
        runRows.fragments.put(name, item.bytes());
      }
    }
    return runRows;
  }

  private static Segment segment(String path, String name, byte[] bytes) {
    int headerEnd = JournalLine.end(bytes, 0);
    if (headerEnd < 0 || SegmentHeader.read(bytes) == null) {
      throw new DamagedException(path, "the first line does not name the run");
    }
    var header = new String(bytes, 0, headerEnd, StandardCharsets.UTF_8);
    var segment = new Segment(SegmentHeader.number(name), header);
    int begin = headerEnd + 1;
    for (int end = JournalLine.end(bytes, begin); end >= 0; end = JournalLine.end(bytes, begin)) {
      var line = line(path, bytes, begin, end);
      if (line == null) {
        break;
      }
      var text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
      segment.add(text, line.head().sequence());
      begin = end + 1;
    }
    segment.torn = Arrays.copyOfRange(bytes, begin, bytes.length);
    return segment;
  }

  private static @Nullable JournalLine line(String path, byte[] bytes, int from, int to) {
    try {
      return JournalLine.read(bytes, from, to);
    } catch (MalformedException strange) {
      throw new DamagedException(path, String.valueOf(strange.getMessage()));
    }
  }

  /// Returns the files again, in the order in which a file store names them.
  List<Item> items(RunKey runKey) {
    var items = new ArrayList<Item>();
    var id = runKey.id();
    var name = runKey.path().substring(runKey.path().lastIndexOf('/') + 1);
    var folder = ".tidemark/journal/" + id.dialect() + "/" + name + "/";
    for (var segment : segments) {
      var file = SegmentHeader.name(segment.number);
      items.add(new Item(Kind.RECORD, id, folder + file, bytes(segment)));
    }
    fragments.forEach(
        (file, content) -> items.add(new Item(Kind.RECORD, id, folder + file, content)));
    items.sort(Comparator.comparing(Item::path));
    var there = document;
    if (there != null) {
      items.add(new Item(Kind.DOCUMENT, id, runKey.path(), there));
    }
    return items;
  }

  private static byte[] bytes(Segment segment) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes((segment.header + "\n").getBytes(StandardCharsets.UTF_8));
    for (var line : segment.lines) {
      bytes.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    bytes.writeBytes(segment.torn);
    return bytes.toByteArray();
  }

  /// Reads the rows of a run.
  static RunRows read(Connection connection, RunKey runKey) throws SQLException {
    var runRows = new RunRows();
    long key;
    try (var statement = connection.prepareStatement(DOCUMENT)) {
      statement.setString(1, runKey.id().dialect());
      statement.setString(2, runKey.path());
      try (var found = statement.executeQuery()) {
        if (!found.next()) {
          return runRows;
        }
        key = found.getLong(1);
        runRows.document = found.getBytes(2);
      }
    }
    runRows.readSegments(connection, key);
    try (var statement = connection.prepareStatement(FRAGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          runRows.fragments.put(found.getString(1), found.getBytes(2));
        }
      }
    }
    return runRows;
  }

  private void readSegments(Connection connection, long key) throws SQLException {
    try (var statement = connection.prepareStatement(SEGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          int number = found.getInt(1);
          if (segments.isEmpty() || segments.getLast().number != number) {
            segments.add(new Segment(number, found.getString(2)));
            segments.getLast().torn = found.getBytes(3);
          }
          var line = found.getString(5);
          if (line != null) {
            segments.getLast().add(line, found.getLong(4));
          }
        }
      }
    }
  }

  /// Writes a run that is not there.
  ///
  /// @return whether it was not there
  boolean write(Connection connection, RunKey runKey) throws SQLException {
    long key = run(connection, runKey);
    if (key == 0) {
      return false;
    }
    for (var segment : segments) {
      write(connection, key, segment);
    }
    try (var statement = connection.prepareStatement(FRAGMENT)) {
      for (var fragment : fragments.entrySet()) {
        statement.setLong(1, key);
        statement.setString(2, fragment.getKey());
        statement.setBytes(3, fragment.getValue());
        statement.addBatch();
      }
      statement.executeBatch();
    }
    return true;
  }

  private long run(Connection connection, RunKey runKey) throws SQLException {
    var id = runKey.id();
    long head = 0;
    long first = 0;
    for (var segment : segments) {
      if (!segment.sequences.isEmpty()) {
        head = segment.sequences.getLast();
        first = segment.sequences.getFirst();
      }
    }
    boolean recorded = !segments.isEmpty();
    try (var statement = connection.prepareStatement(RUN)) {
      statement.setString(1, id.dialect());
      statement.setString(2, id.workflow());
      statement.setString(3, id.item());
      statement.setString(4, runKey.path());
      statement.setBytes(5, document);
      statement.setLong(6, head);
      statement.setInt(7, recorded ? segments.getLast().number : 0);
      statement.setLong(8, first);
      statement.setLong(9, recorded ? segments.getLast().size() : 0);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  private static void write(Connection connection, long key, Segment segment) throws SQLException {
    try (var statement = connection.prepareStatement(SEGMENT)) {
      statement.setLong(1, key);
      statement.setInt(2, segment.number);
      statement.setString(3, segment.header);
      statement.setBytes(4, segment.torn);
      statement.executeUpdate();
    }
    try (var statement = connection.prepareStatement(RECORD)) {
      for (int i = 0; i < segment.lines.size(); i++) {
        statement.setLong(1, key);
        statement.setLong(2, segment.sequences.get(i));
        statement.setInt(3, segment.number);
        statement.setString(4, segment.lines.get(i));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}
