package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.change.PendingEffect;
import java.time.Instant;
import java.util.List;

/// Write-ahead intent of a change: the effects to be made after its journal entry and its document.
///
/// @param id which run is changed
/// @param afterSequence the number of the newest entry before the change
/// @param at the time of the entry of the change
/// @param effects the effects, in order
public record PendingChange(
    CheckpointId id, long afterSequence, Instant at, List<PendingEffect> effects) {
  /// Takes its own copy of the effects.
  public PendingChange {
    effects = List.copyOf(effects);
  }

  /// Locked write-ahead intent: no other process makes its effects meanwhile.
  public interface Held extends AutoCloseable {
    /// Returns the intent.
    PendingChange change();

    /// Removes the intent, because its effects were made or its change was not.
    void removeIntent();

    /// Releases the intent; if it was not settled, a later change makes its effects.
    @Override
    void close();
  }
}
