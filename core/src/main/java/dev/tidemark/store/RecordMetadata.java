package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import java.time.Instant;
import java.util.List;

/// Record metadata of a write: time, actor, events, evidence.
///
/// @param at when, by the clock of the machine that makes the change
/// @param by the actor
/// @param events the events, in order
/// @param evidence the evidence of the run from now on
public record RecordMetadata(Instant at, Actor by, List<Event> events, Evidence evidence) {
  /// Takes its own copy of the events.
  public RecordMetadata {
    events = List.copyOf(events);
  }
}
