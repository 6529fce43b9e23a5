package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Evidence;
import java.time.Instant;
import java.util.List;

/// Write request: the new document, and the record of the change.
///
/// @param id the run of the document
/// @param kind the kind of write
/// @param text the document as it shall be; empty unless it is replaced
/// @param expected the revision that `text` was derived from; [Revision#NONE] to create
/// @param metadata the record
/// @param intermediates documents to publish on the way, in order, each in place of the one before;
///   a reader may see them, and a writer that is stopped leaves one of them
/// @param newestKnown the number of the newest record known to the author, if the new record
///   depends on it: a document may be the same again after concurrent records; [#ANY] where only
///   the document matters
public record DocumentWrite(
    CheckpointId id,
    Kind kind,
    String text,
    Revision expected,
    RecordMetadata metadata,
    List<String> intermediates,
    long newestKnown) {
  /// Any number of records.
  public static final long ANY = -1;

  /// The kind of write.
  public enum Kind {
    /// It is replaced, or created.
    REPLACE,
    /// The document stays unchanged, or absent: only the record is appended.
    NOTE,
    /// The document stays unchanged, or absent: only its external edit is recorded, if it is not
    /// yet. Every other write records that first.
    ADOPT,
    /// It is removed.
    REMOVE
  }

  /// Takes its own copy of the documents on the way.
  public DocumentWrite {
    intermediates = List.copyOf(intermediates);
  }

  /// Replaces or creates a document in one step.
  public DocumentWrite(CheckpointId id, String text, Revision expected, RecordMetadata news) {
    this(id, Kind.REPLACE, text, expected, news, List.of(), ANY);
  }

  /// Returns a write that appends a record and leaves the document unchanged.
  public static DocumentWrite note(
      CheckpointId id, Revision expected, RecordMetadata recordMetadata) {
    return new DocumentWrite(id, Kind.NOTE, "", expected, recordMetadata, List.of(), ANY);
  }

  /// Returns a write that records an external edit of the document.
  ///
  /// @param at when that was found
  public static DocumentWrite adoption(CheckpointId id, Revision expected, Instant at) {
    var nothing = new RecordMetadata(at, Actor.EXTERNAL, List.of(), Evidence.NONE);
    return new DocumentWrite(id, Kind.ADOPT, "", expected, nothing, List.of(), ANY);
  }

  /// Returns the same write, to be refused if anything was recorded since a document was found.
  public DocumentWrite ifUnchangedSince(Document found) {
    return new DocumentWrite(id, kind, text, expected, metadata, intermediates, found.sequence());
  }

  /// Returns whether a record was appended that its author did not know.
  ///
  /// @param last the number of the newest record there is; 0 if there is none
  public boolean isStale(long last) {
    return newestKnown != ANY && newestKnown != last;
  }

  /// Returns a write that removes the document.
  public static DocumentWrite removal(
      CheckpointId id, Revision expected, RecordMetadata recordMetadata) {
    return new DocumentWrite(id, Kind.REMOVE, "", expected, recordMetadata, List.of(), ANY);
  }
}
