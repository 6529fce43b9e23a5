package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.stores.journal.PathRules;
import dev.tidemark.stores.journal.PendingDocument;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Row of a run: its document, the newest record, and the position of the next.
final class RunRow {
  private static final String FIND =
      """
      select r.id, r.workflow, r.item, r.document, r.revision, r.head, r.turn, r.segment,
        r.segment_first, r.segment_bytes, r.fence, r.owner,
        case when r.lease_until >= clock_timestamp() then r.lease_until end as held, c.line
      from run r left join record c on c.run = r.id and c.sequence = r.head
      where r.dialect = ? and r.path = ?
      """;

  private final long key;
  private final byte @Nullable [] bytes;
  private final Revision revision;
  private final long head;
  private final long turn;

  /// The number of the segment that is written to now; 0 if there is none.
  private final int segment;

  /// The sequence of the first record of that segment.
  private final long segmentFirst;

  private final long segmentBytes;

  /// The fence of the run's lease, larger than every earlier one.
  private final long fence;

  /// The current or last owner; absent without one.
  private final @Nullable String owner;

  /// The end of the lease; absent if it has ended.
  private final @Nullable Instant until;

  private final @Nullable JournalLine last;

  private RunRow(ResultSet found, String path) throws SQLException {
    this.key = found.getLong("id");
    this.bytes = found.getBytes("document");
    var revision = found.getString("revision");
    this.revision = revision == null ? Revision.NONE : new Revision(revision);
    this.head = found.getLong("head");
    this.turn = found.getLong("turn");
    this.segment = found.getInt("segment");
    this.segmentFirst = found.getLong("segment_first");
    this.segmentBytes = found.getLong("segment_bytes");
    var held = found.getTimestamp("held");
    this.fence = found.getLong("fence");
    this.owner = found.getString("owner");
    this.until = held == null ? null : held.toInstant();
    var line = found.getString("line");
    if (head > 0 && line == null) {
      throw new DamagedException(path, "record " + head + " is missing");
    }
    this.last = line == null ? null : line(path, head, line);
  }

  /// The run after a change of our own.
  ///
  /// @param segment the number of the segment that the change was written to
  /// @param first the sequence of the first record of that segment
  /// @param bytes how long that segment is now
  RunRow(
      RunRow before,
      PendingDocument pendingDocument,
      int segment,
      long first,
      long bytes,
      JournalLine last) {
    this.key = before.key;
    this.turn = before.turn;
    this.fence = before.fence;
    this.owner = before.owner;
    this.until = before.until;
    this.bytes = pendingDocument.bytes();
    this.revision = pendingDocument.revision();
    this.head = last.head().sequence();
    this.segment = segment;
    this.segmentFirst = first;
    this.segmentBytes = bytes;
    this.last = last;
  }

  /// Reads the row of a run.
  ///
  /// @return null if nothing is known of it
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if another run is stored there
  static @Nullable RunRow find(Connection connection, CheckpointId id, String path)
      throws SQLException {
    try (var statement = connection.prepareStatement(FIND)) {
      statement.setString(1, id.dialect());
      statement.setString(2, path);
      try (var found = statement.executeQuery()) {
        if (!found.next()) {
          return null;
        }
        var workflow = found.getString("workflow");
        var there = new CheckpointId(id.dialect(), workflow, found.getString("item"));
        if (!there.equals(id)) {
          throw PathRules.taken(id, there, path);
        }
        return new RunRow(found, path);
      }
    }
  }

  /// Reads a line of a record.
  ///
  /// @throws DamagedException if it is none
  static JournalLine line(String place, long sequence, String text) {
    try {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var line = JournalLine.read(bytes, 0, bytes.length);
      if (line != null) {
        return line;
      }
    } catch (MalformedException strange) {
      throw damaged(place, sequence, String.valueOf(strange.getMessage()));
    }
    throw damaged(place, sequence, "the record cannot be read");
  }

  private static DamagedException damaged(String place, long sequence, String problem) {
    return new DamagedException(place + ", record " + sequence, problem);
  }

  /// Checks that the run is not claimed by another owner.
  ///
  /// @param token the fence of our own claim; 0 for none
  /// @throws StaleOwnerException if that is not the newest
  /// @throws ClaimedException if there is none, and another owner has one
  void checkClaim(CheckpointId id, long token) {
    if (token != 0 && token != fence) {
      throw new StaleOwnerException(id, until == null ? null : owner);
    }
    if (token == 0 && until != null) {
      throw new ClaimedException(id, String.valueOf(owner), until);
    }
  }

  /// Returns whether no lease is recorded for the run, neither a valid nor an expired one.
  boolean hasNoOwner() {
    return owner == null;
  }

  long key() {
    return key;
  }

  byte @Nullable [] bytes() {
    return bytes;
  }

  Revision revision() {
    return revision;
  }

  long head() {
    return head;
  }

  long turn() {
    return turn;
  }

  int segment() {
    return segment;
  }

  long segmentFirst() {
    return segmentFirst;
  }

  long segmentBytes() {
    return segmentBytes;
  }

  /// Returns the newest record; absent if there is none.
  @Nullable JournalLine last() {
    return last;
  }

  /// Returns whether there is neither a document nor a record.
  boolean isEmpty() {
    return bytes == null && last == null;
  }

  SyncState syncState() {
    if (last == null) {
      return SyncState.UNRECORDED;
    }
    return revision.equals(last.head().step().after()) ? SyncState.RECORDED : SyncState.EDITED;
  }

  /// Returns whether the document has an external edit that is not recorded yet.
  boolean hasExternalEdit() {
    return syncState() == SyncState.EDITED || (last == null && bytes != null);
  }

  /// Returns whether the journal has a document and the table has none.
  boolean isMissing() {
    return syncState() == SyncState.EDITED && bytes == null;
  }

  /// Returns the document with its sync state and evidence.
  Document document() {
    var text = bytes == null ? Optional.of("") : Utf8.decode(bytes);
    var evidence = last == null ? Evidence.NONE : last.body().notes().evidence();
    var entry = last == null ? null : new LastEntry(last.head().at(), last.head().by());
    return new Document(text.orElse(null), revision, syncState(), evidence, head, entry);
  }
}
