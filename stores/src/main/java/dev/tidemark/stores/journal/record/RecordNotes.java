package dev.tidemark.stores.journal.record;

import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import java.util.List;

/// Record notes: the content of a record beside the states of the document.
///
/// @param events the events, in order
/// @param evidence the evidence from then on
public record RecordNotes(List<Event> events, Evidence evidence) {
  /// Takes its own copy of the events.
  public RecordNotes {
    events = List.copyOf(events);
  }
}
