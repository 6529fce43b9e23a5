package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.journal.PendingDocument;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Append statement: one change of one run as a single SQL statement, which updates the run at its
/// expected revision (compare-and-set), or does nothing.
///
/// The row of the run is the lock: writers wait for writers of the same run only.
final class AppendStatement {

  private static final String CREATE =
      """
      with moved as (
        insert into run (document, head, segment, segment_first, segment_bytes,
          dialect, workflow, item, path)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (dialect, path) do nothing
        returning id)
      """;
  private static final String UPDATE =
      """
      with moved as (
        update run set %s head = ?, segment = ?, segment_first = ?, segment_bytes = ?,
          changed_at = clock_timestamp(),
          fence = case when ? = 0 and owner is not null then fence + 1 else fence end,
          owner = case when ? = 0 then null else owner end,
          lease_since = case when owner is null then null else lease_since end,
          lease_until = case when ? = 0 then null else clock_timestamp() + lease end
        where id = ? and head = ? and turn = ? and coalesce(revision, '') = ?
          and case when ? = 0 then lease_until is null or lease_until < clock_timestamp()
            else fence = ? end
        returning id)
      """;
  private static final String CHANGE = UPDATE.formatted("document = ?,");
  private static final String KEEP = UPDATE.formatted("");

  /// The statement of the common case, which takes the server a third less time than the general
  /// one.
  private static final String PLAIN =
      """
      with moved as (
        update run set %s head = ?, segment_bytes = ?, changed_at = clock_timestamp()
        where id = ? and head = ? and turn = ? and coalesce(revision, '') = ? and owner is null
        returning id, head, segment)
      insert into record (run, sequence, segment, line) select id, head, segment, ? from moved
      """;

  private static final String PLAIN_CHANGE = PLAIN.formatted("document = ?,");
  private static final String PLAIN_KEEP = PLAIN.formatted("");
  private static final String BEGIN =
      ", begun as (insert into segment (run, number, header) select id, ?, ? from moved)\n";
  private static final String RECORD =
      ", kept as (insert into record (run, sequence, segment, line) select id, ?, ?, ? from moved";
  private static final String RECORDS = " union all select id, ?, ?, ? from moved";
  private static final String END = ")\nselect id from moved";

  private final CheckpointId id;
  private final String path;
  private final @Nullable RunRow before;
  private final PendingDocument pendingDocument;
  private final List<JournalLine> lines;
  private final long token;
  private final boolean begins;

  /// The number of the segment that the records are written to.
  private final int segment;

  /// The sequence of the first record of that segment.
  private final long first;

  /// How long that segment is after the change.
  private final long bytes;

  /// @param before the run as it was found; absent if it was not
  AppendStatement(
      RunKey runKey,
      @Nullable RunRow before,
      PendingDocument pendingDocument,
      List<JournalLine> lines) {
    this.id = runKey.id();
    this.path = runKey.path();
    this.before = before;
    this.pendingDocument = pendingDocument;
    this.lines = List.copyOf(lines);
    this.token = runKey.token();
    long sequence = lines.getFirst().head().sequence();
    int newest = before == null ? 0 : before.segment();
    long begun = before == null ? 0 : before.segmentFirst();
    long size = before == null ? 0 : before.segmentBytes();
    this.begins = newest == 0 || SegmentHeader.isFull(size, begun, sequence);
    this.segment = begins ? newest + 1 : newest;
    this.first = begins ? sequence : begun;
    long after = begins ? header(sequence).length : size;
    for (var line : lines) {
      after += line.bytes().length;
    }
    this.bytes = after;
  }

  private byte[] header(long sequence) {
    return new SegmentHeader(id, path, sequence).bytes();
  }

  /// Executes the change, in a transaction of its own.
  ///
  /// @return the run as it is now; null if it was not found as it was before, and nothing was done
  @Nullable RunRow execute(Connection connection) throws SQLException {
    boolean stays = before != null && pendingDocument.isAt(before.revision());
    boolean one = lines.size() == 1 && !begins;
    if (one && before != null && token == 0 && before.hasNoOwner()) {
      return executePlain(connection, before, stays);
    }
    var sql = new StringBuilder(before == null ? CREATE : stays ? KEEP : CHANGE);
    sql.append(begins ? BEGIN : "").append(RECORD);
    sql.append(lines.size() > 1 ? RECORDS : "").append(END);
    try (var statement = connection.prepareStatement(sql.toString())) {
      int at = 1;
      if (!stays) {
        statement.setBytes(at++, pendingDocument.bytes());
      }
      at = bindPlace(statement, at);
      at = before == null ? bindName(statement, at) : bindBefore(statement, at, before);
      bindLines(statement, at);
      try (var found = statement.executeQuery()) {
        if (!found.next()) {
          return null;
        }
        return before == null
            ? RunRow.find(connection, id, path)
            : changed(before, lines.getLast());
      }
    }
  }

  private @Nullable RunRow executePlain(Connection connection, RunRow runRow, boolean stays)
      throws SQLException {
    try (var statement = connection.prepareStatement(stays ? PLAIN_KEEP : PLAIN_CHANGE)) {
      int at = 1;
      if (!stays) {
        statement.setBytes(at++, pendingDocument.bytes());
      }
      var line = lines.getLast();
      statement.setLong(at++, line.head().sequence());
      statement.setLong(at++, bytes);
      at = bindFound(statement, at, runRow);
      statement.setString(at, text(line.bytes()));
      return statement.executeUpdate() == 0 ? null : changed(runRow, line);
    }
  }

  private RunRow changed(RunRow runRow, JournalLine last) {
    return new RunRow(runRow, pendingDocument, segment, first, bytes, last);
  }

  private static int bindFound(PreparedStatement statement, int from, RunRow runRow)
      throws SQLException {
    statement.setLong(from, runRow.key());
    statement.setLong(from + 1, runRow.head());
    statement.setLong(from + 2, runRow.turn());
    statement.setString(from + 3, runRow.revision().value());
    return from + 4;
  }

  private int bindPlace(PreparedStatement statement, int from) throws SQLException {
    int at = from;
    statement.setLong(at++, lines.getLast().head().sequence());
    statement.setInt(at++, segment);
    statement.setLong(at++, first);
    statement.setLong(at++, bytes);
    return at;
  }

  private int bindName(PreparedStatement statement, int from) throws SQLException {
    int at = from;
    statement.setString(at++, id.dialect());
    statement.setString(at++, id.workflow());
    statement.setString(at++, id.item());
    statement.setString(at++, path);
    return at;
  }

  private int bindBefore(PreparedStatement statement, int from, RunRow runRow) throws SQLException {
    int at = from;
    statement.setLong(at++, token);
    statement.setLong(at++, token);
    statement.setLong(at++, token);
    at = bindFound(statement, at, runRow);
    statement.setLong(at++, token);
    statement.setLong(at++, token);
    return at;
  }

  private void bindLines(PreparedStatement statement, int from) throws SQLException {
    int at = from;
    if (begins) {
      statement.setInt(at++, segment);
      statement.setString(at++, text(header(first)));
    }
    for (var line : lines) {
      statement.setLong(at++, line.head().sequence());
      statement.setInt(at++, segment);
      statement.setString(at++, text(line.bytes()));
    }
  }

  /// Returns a line without its line feed.
  static String text(byte[] line) {
    return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
  }

  /// Resolves an unknown outcome: afterwards this change is either committed or can no longer be,
  /// whatever became of its connection: a transaction in progress is waited for, and a statement
  /// still under way fails on a new turn number.
  ///
  /// @return whether it is there
  boolean isCommitted(Connection connection) throws SQLException {
    var line = lines.getFirst();
    try (var turn = connection.prepareStatement(TURN)) {
      turn.setString(1, id.dialect());
      turn.setString(2, id.workflow());
      turn.setString(3, id.item());
      turn.setString(4, path);
      turn.execute();
    }
    try (var statement = connection.prepareStatement(THERE)) {
      statement.setString(1, id.dialect());
      statement.setString(2, path);
      statement.setLong(3, line.head().sequence());
      try (var found = statement.executeQuery()) {
        return found.next() && text(line.bytes()).equals(found.getString(1));
      }
    }
  }

  /// Returns the run as it is now.
  @Nullable RunRow current(Connection connection) throws SQLException {
    return RunRow.find(connection, id, path);
  }

  private static final String TURN =
      """
      insert into run (dialect, workflow, item, path) values (?, ?, ?, ?)
      on conflict (dialect, path) do update set turn = run.turn + 1
      """;
  private static final String THERE =
      """
      select c.line from run r join record c on c.run = r.id
      where r.dialect = ? and r.path = ? and c.sequence = ?
      """;
}
