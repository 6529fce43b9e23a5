package dev.tidemark.store.maintenance;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Evidence;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.util.List;
import java.util.Map;

/// Redaction of the journal of a run: replaces a secret by a tombstone. Events, times and actors
/// stay, and the record still [verifies][dev.tidemark.store.HistoryStore#verify].
///
/// Three steps: find the entries that hold it; append an entry with the digests of the altered
/// ones; [erase][#erase] it from the older entries. An interrupted redaction is repeated from the
/// start.
public interface Redaction {
  /// Finds the records with the secret. Changes nothing.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself
  Traces find(CheckpointId id, RedactedSecret secret);

  /// Drops every recorded state that holds the secret, whenever it was recorded, and alters the
  /// notes that a later record vouches for. States that depend on a dropped one are rewritten as
  /// full copies before.
  ///
  /// @param notes the confirmed digests of the altered notes, by the sequence of their entry
  /// @throws BusyException if others kept the run locked for too long; nothing was erased
  /// @throws StoreUnavailableException if the medium cannot be reached; each segment of the record
  ///   is as before or without the secret
  void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes);

  /// Locations of a secret in the journal of a run.
  ///
  /// @param states the entries whose state holds it
  /// @param notes the entries whose events or evidence hold it, with the digest of the redacted
  ///   text
  /// @param heads the entries that hold it in an unalterable field: the actor
  /// @param torn how many files beside the record hold it, which a crash left
  /// @param evidence the evidence of the run, redacted
  record Traces(
      List<Long> states, Map<Long, String> notes, List<Long> heads, int torn, Evidence evidence) {
    /// Takes its own copies.
    public Traces {
      states = List.copyOf(states);
      notes = Map.copyOf(notes);
      heads = List.copyOf(heads);
    }

    /// Returns whether there is nothing to be taken out.
    public boolean isEmpty() {
      return states.isEmpty() && notes.isEmpty() && torn == 0;
    }
  }
}
