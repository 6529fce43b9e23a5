package dev.tidemark.stores.postgres;

import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.SegmentRows.Fragment;
import dev.tidemark.stores.postgres.SegmentRows.Segment;
import dev.tidemark.stores.postgres.SegmentRows.Torn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;

/// Row mapper of a run: reads and writes all its rows.
final class PartRows {
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

  private PartRows() {}

  /// Returns the rows of a run.
  static SegmentRows read(Connection connection, Named named) throws SQLException {
    var segmentRows = new SegmentRows();
    long key;
    try (var statement = connection.prepareStatement(DOCUMENT)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
      try (var found = statement.executeQuery()) {
        if (!found.next()) {
          return segmentRows;
        }
        key = found.getLong(1);
        segmentRows.document = found.getBytes(2);
      }
    }
    segments(connection, key, segmentRows);
    try (var statement = connection.prepareStatement(FRAGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          segmentRows.fragments.add(new Fragment(found.getString(1), found.getBytes(2)));
        }
      }
    }
    return segmentRows;
  }

  private static void segments(Connection connection, long key, SegmentRows segmentRows)
      throws SQLException {
    try (var statement = connection.prepareStatement(SEGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          int number = found.getInt(1);
          if (segmentRows.segments.isEmpty() || segmentRows.segments.getLast().number() != number) {
            var torn = new Torn(found.getBytes(3));
            segmentRows.segments.add(
                new Segment(
                    number, found.getString(2), new ArrayList<>(), new ArrayList<>(), torn));
          }
          var line = found.getString(5);
          if (line != null) {
            segmentRows.segments.getLast().lines().add(line);
            segmentRows.segments.getLast().sequences().add(found.getLong(4));
          }
        }
      }
    }
  }

  /// Writes a run that is not there.
  ///
  /// @return whether it was not there
  static boolean write(Connection connection, Named named, SegmentRows segmentRows)
      throws SQLException {
    long key = run(connection, named, segmentRows);
    if (key == 0) {
      return false;
    }
    for (var segment : segmentRows.segments) {
      segment(connection, key, segment);
    }
    try (var statement = connection.prepareStatement(FRAGMENT)) {
      for (var fragment : segmentRows.fragments) {
        statement.setLong(1, key);
        statement.setString(2, fragment.name);
        statement.setBytes(3, fragment.bytes);
        statement.addBatch();
      }
      statement.executeBatch();
    }
    return true;
  }

  private static long run(Connection connection, Named named, SegmentRows segmentRows)
      throws SQLException {
    var id = named.id();
    long head = 0;
    long first = 0;
    for (var segment : segmentRows.segments) {
      if (!segment.sequences().isEmpty()) {
        head = segment.sequences().getLast();
        first = segment.sequences().getFirst();
      }
    }
    boolean recorded = !segmentRows.segments.isEmpty();
    try (var statement = connection.prepareStatement(RUN)) {
      statement.setString(1, id.dialect());
      statement.setString(2, id.workflow());
      statement.setString(3, id.item());
      statement.setString(4, named.path());
      statement.setBytes(5, segmentRows.document);
      statement.setLong(6, head);
      statement.setInt(7, recorded ? segmentRows.segments.getLast().number() : 0);
      statement.setLong(8, first);
      statement.setLong(9, recorded ? segmentRows.segments.getLast().bytes() : 0);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  private static void segment(Connection connection, long key, Segment segment)
      throws SQLException {
    try (var statement = connection.prepareStatement(SEGMENT)) {
      statement.setLong(1, key);
      statement.setInt(2, segment.number());
      statement.setString(3, segment.header());
      statement.setBytes(4, segment.torn().bytes());
      statement.executeUpdate();
    }
    try (var statement = connection.prepareStatement(RECORD)) {
      for (int i = 0; i < segment.lines().size(); i++) {
        statement.setLong(1, key);
        statement.setLong(2, segment.sequences().get(i));
        statement.setInt(3, segment.number());
        statement.setString(4, segment.lines().get(i));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}
