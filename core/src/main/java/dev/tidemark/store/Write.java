package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Evidence;
import java.time.Instant;
import java.util.List;

/// Write request: the new document, and the record of the change.
///
/// @param id whose document it is
/// @param kind what is to be done
/// @param text the document as it shall be; empty unless it is replaced
/// @param expected the revision that `text` was derived from; [Revision#NONE] to create
/// @param news what to record
/// @param via documents to publish on the way, in order, each in place of the one before; a reader
///   may see them, and a writer that is stopped leaves one of them
/// @param newest the number of the newest record its author knew, because the news rests on it: a
///   document may be the same again after others have recorded something; [#ANY] where only the
///   document matters
public record Write(
    CheckpointId id,
    Kind kind,
    String text,
    Revision expected,
    News news,
    List<String> via,
    long newest) {
  /// Any number of records.
  public static final long ANY = -1;

  /// The kind of write.
  public enum Kind {
    /// It is replaced, or created.
    REPLACE,
    /// It stays as it is, or absent: only the news is recorded.
    NOTE,
    /// It stays as it is, or absent: only what others made of it is recorded, if that is not known
    /// yet. Every other write records that first.
    ADOPT,
    /// It is removed.
    REMOVE
  }

  /// Takes its own copy of the documents on the way.
  public Write {
    via = List.copyOf(via);
  }

  /// Replaces or creates a document in one step.
  public Write(CheckpointId id, String text, Revision expected, News news) {
    this(id, Kind.REPLACE, text, expected, news, List.of(), ANY);
  }

  /// Returns a write that records news and leaves the document alone.
  public static Write note(CheckpointId id, Revision expected, News news) {
    return new Write(id, Kind.NOTE, "", expected, news, List.of(), ANY);
  }

  /// Returns a write that records what others made of the document.
  ///
  /// @param at when that was found
  public static Write adoption(CheckpointId id, Revision expected, Instant at) {
    var nothing = new News(at, Actor.SOMEBODY, List.of(), Evidence.NONE);
    return new Write(id, Kind.ADOPT, "", expected, nothing, List.of(), ANY);
  }

  /// Returns the same write, to be refused if anything was recorded since a document was found.
  public Write since(Document found) {
    return new Write(id, kind, text, expected, news, via, found.sequence());
  }

  /// Returns whether something was recorded that its author did not know.
  ///
  /// @param last the number of the newest record there is; 0 if there is none
  public boolean isLate(long last) {
    return newest != ANY && newest != last;
  }

  /// Returns a write that removes the document.
  public static Write removal(CheckpointId id, Revision expected, News news) {
    return new Write(id, Kind.REMOVE, "", expected, news, List.of(), ANY);
  }
}
