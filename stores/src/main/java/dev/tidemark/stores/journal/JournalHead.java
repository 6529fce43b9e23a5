package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.store.Revision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a record says of itself, and what the chain of hashes runs over. It is never rewritten.
///
/// @param sequence counts the records of a run from 1, without gaps
/// @param at when, by the clock of the machine that wrote it
/// @param by who asked for it
/// @param step from which state of the document to which
/// @param chain what ties it to the record before and to its own body
public record JournalHead(long sequence, Instant at, Actor by, Step step, Chain chain) {

  /// Why there is a record.
  public enum Kind {
    /// The document was replaced through the store.
    REPLACED,
    /// The document was changed by somebody else, to something never seen before.
    ADOPTED,
    /// The document was put back to an earlier recorded state by somebody else.
    REWOUND,
    /// The document was removed by somebody else.
    REMOVED,
    /// The document was removed through the store.
    DELETED,
    /// Something is worth recording, but the document stays as it is.
    NOTED,
    /// A newer version knows why.
    OTHER
  }

  /// A step from one state of the document to the next.
  ///
  /// @param kind why it was taken
  /// @param before the state before it
  /// @param after the state after it
  /// @param temp the random part of the name of the file that waits to be published, or, empty,
  ///   tells of a removal that waits; absent where nothing is to be published
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

  /// What makes a changed or missing record show.
  ///
  /// @param prev hash of the head before, see [JournalLine#headHash]; empty for the first
  /// @param digest hash of the body, see [Body#digest]
  /// @param since how many bytes of patches there are since the last full copy, this one included
  public record Chain(String prev, String digest, long since) {}
}
