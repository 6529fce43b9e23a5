package dev.tidemark.stores.journal.record;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.store.Revision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Record head: the metadata of a record, covered by the hash chain. It is never rewritten.
///
/// @param sequence counts the records of a run from 1, without gaps
/// @param at when, by the clock of the machine that wrote it
/// @param by the actor
/// @param step from which state of the document to which
/// @param chain the hashes of the record before and of its own body
public record JournalHead(long sequence, Instant at, Actor by, Step step, Chain chain) {

  /// The cause of a record.
  public enum Kind {
    /// The document was replaced through the store.
    REPLACED,
    /// External edit: the document was changed outside the store, to an unrecorded content.
    ADOPTED,
    /// External revert: the document was put back to an earlier recorded state.
    REWOUND,
    /// External removal: the document was deleted outside the store.
    REMOVED,
    /// The document was removed through the store.
    DELETED,
    /// Something is worth recording, but the document stays as it is.
    NOTED,
    /// Unknown cause, written by a newer version.
    OTHER
  }

  /// Transition from one state of the document to the next.
  ///
  /// @param kind why it was taken
  /// @param before the state before it
  /// @param after the state after it
  /// @param temp the random part of the name of the temporary file to be published or, if empty, a
  ///   pending removal; absent where nothing is to be published
  /// @param via the states on the way, in order
  public record Step(
      Kind kind, Revision before, Revision after, @Nullable String temp, List<Revision> via) {
    /// Takes its own copy of the states on the way.
    public Step {
      via = List.copyOf(via);
    }

    /// A step without any state on the way.
    public Step(Kind kind, Revision before, Revision after, @Nullable String temp) {
      this(kind, before, after, temp, List.of());
    }

    /// Returns whether a document in that state has this step, or the rest of it, before it.
    public boolean leaves(Revision state) {
      if (state.equals(before)) {
        return true;
      }
      for (int i = 0; i < via.size(); i++) {
        if (state.equals(via.get(i))) {
          return true;
        }
      }
      return false;
    }
  }

  /// Hashes that make a changed or missing record detectable.
  ///
  /// @param prev hash of the head before, see [JournalLine#headHash]; empty for the first
  /// @param digest hash of the body, see [RecordBody#digest]
  /// @param since how many bytes of patches there are since the last full copy, this one included
  public record Chain(String prev, String digest, long since) {}
}
