package dev.tidemark.port;

import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Announcement to a subscriber: one event of a run.
///
/// @param id a UUID, the same for every repetition, and never used otherwise: an idempotency key
/// @param run which run
/// @param at when it happened
/// @param event the event, for example `phase.completed`
/// @param phase the phase that it happened to; absent if it is about the whole run
/// @param state how things stood afterwards
public record Announcement(
    String id, CheckpointId run, Instant at, String event, @Nullable String phase, State state) {

  /// The state of the run after the event.
  ///
  /// @param status the status of the phase or the run, as in [dev.tidemark.checkpoint.PhaseStatus]
  ///   in lower case; of a runner how it has ended
  /// @param summary the summary, or the reason of a failure or wait; absent if there is none, or if
  ///   it is not recorded any more
  /// @param created the files that the phase created
  /// @param modified the files that the phase changed
  /// @param commit the commit checked out; absent if the document has none
  /// @param issue the issue that the run is for; absent if the document names none
  public record State(
      String status,
      @Nullable String summary,
      List<String> created,
      List<String> modified,
      @Nullable String commit,
      @Nullable String issue) {
    /// Takes its own copies of the lists.
    public State {
      created = List.copyOf(created);
      modified = List.copyOf(modified);
    }
  }
}
