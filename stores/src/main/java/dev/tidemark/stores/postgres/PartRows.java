package dev.tidemark.stores.postgres;

import dev.tidemark.stores.postgres.Append.Named;
import dev.tidemark.stores.postgres.Parts.Fragment;
import dev.tidemark.stores.postgres.Parts.Segment;
import dev.tidemark.stores.postgres.Parts.Torn;
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
  static Parts read(Connection connection, Named named) throws SQLException {
    var parts = new Parts();
    long key;
    try (var statement = connection.prepareStatement(DOCUMENT)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
      try (var found = statement.executeQuery()) {
        if (!found.next()) {
          return parts;
        }
        key = found.getLong(1);
        parts.document = found.getBytes(2);
      }
    }
    segments(connection, key, parts);
    try (var statement = connection.prepareStatement(FRAGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          parts.fragments.add(new Fragment(found.getString(1), found.getBytes(2)));
        }
      }
    }
    return parts;
  }

  private static void segments(Connection connection, long key, Parts parts) throws SQLException {
    try (var statement = connection.prepareStatement(SEGMENTS)) {
      statement.setLong(1, key);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          int number = found.getInt(1);
          if (parts.segments.isEmpty() || parts.segments.getLast().number() != number) {
            var torn = new Torn(found.getBytes(3));
            parts.segments.add(
                new Segment(
                    number, found.getString(2), new ArrayList<>(), new ArrayList<>(), torn));
          }
          var line = found.getString(5);
          if (line != null) {
            parts.segments.getLast().lines().add(line);
            parts.segments.getLast().sequences().add(found.getLong(4));
          }
        }
      }
    }
  }

  /// Writes a run that is not there.
  ///
  /// @return whether it was not there
  static boolean write(Connection connection, Named named, Parts parts) throws SQLException {
    long key = run(connection, named, parts);
    if (key == 0) {
      return false;
    }
    for (var segment : parts.segments) {
      segment(connection, key, segment);
    }
    try (var statement = connection.prepareStatement(FRAGMENT)) {
      for (var fragment : parts.fragments) {
        statement.setLong(1, key);
        statement.setString(2, fragment.name);
        statement.setBytes(3, fragment.bytes);
        statement.addBatch();
      }
      statement.executeBatch();
    }
    return true;
  }

  private static long run(Connection connection, Named named, Parts parts) throws SQLException {
    var id = named.id();
    long head = 0;
    long first = 0;
    for (var segment : parts.segments) {
      if (!segment.sequences().isEmpty()) {
        head = segment.sequences().getLast();
        first = segment.sequences().getFirst();
      }
    }
    boolean recorded = !parts.segments.isEmpty();
    try (var statement = connection.prepareStatement(RUN)) {
      statement.setString(1, id.dialect());
      statement.setString(2, id.workflow());
      statement.setString(3, id.item());
      statement.setString(4, named.path());
      statement.setBytes(5, parts.document);
      statement.setLong(6, head);
      statement.setInt(7, recorded ? parts.segments.getLast().number() : 0);
      statement.setLong(8, first);
      statement.setLong(9, recorded ? parts.segments.getLast().bytes() : 0);
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
