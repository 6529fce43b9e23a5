package dev.tidemark.history;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;
import java.util.List;

/// Journal entry of a checkpoint: run, time, actor, events.
///
/// Entries are ordered by their sequence, never by time: clocks go backwards.
///
/// @param run which run it is about
/// @param sequence counts the run's entries from 1, without gaps
/// @param at when the change was made, by the clock of the machine that made it
/// @param by the actor
/// @param events the events, in order; one change may be several events
/// @param revision the state the document was in afterwards, as the store names it
public record HistoryEntry(
    CheckpointId run, long sequence, Instant at, Actor by, List<Event> events, String revision) {
  /// Takes its own copy of the events.
  public HistoryEntry {
    events = List.copyOf(events);
  }
}
