package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.resume.Waiting;
import dev.tidemark.store.Document;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run at a glance: what lists say of it, and what tells which run is meant.
///
/// @param id which run
/// @param state where it stands as a whole
/// @param position how far it has come
/// @param trace what it left in the world
/// @param concerns what somebody should see to
public record Glance(
    CheckpointId id, State state, Position position, Trace trace, Concerns concerns) {

  private static final String NO_JOURNAL = "no-journal";

  /// Where a run stands as a whole.
  public enum State {
    /// There is something left to do.
    OPEN,
    /// It is known to the journal and has no document yet.
    STARTED,
    /// It has come to its end.
    DONE,
    /// Its document cannot be read.
    DAMAGED
  }

  /// How far a run has come.
  ///
  /// @param next the phase to work on now; absent when nothing is left or nobody knows
  /// @param number which one that is among the phases, from 1; 0 if it is none of them
  /// @param done how many phases are done or left out
  /// @param total how many phases there are
  public record Position(@Nullable String next, int number, int done, int total) {}

  /// What a run left in the world.
  ///
  /// @param branch what it was last worked on, where that is known
  /// @param commit what was checked out at the last save, where the document says so
  /// @param updatedAt when anything last changed, where that is known
  public record Trace(
      @Nullable String branch, @Nullable String commit, @Nullable Instant updatedAt) {}

  /// What somebody should see to.
  ///
  /// @param problem why the document cannot be read; absent if it can
  /// @param doubt what is odd about the document or about how it compares with its record
  /// @param waiting what a person has to do before work can go on
  public record Concerns(
      @Nullable String problem, @Nullable Notice doubt, @Nullable Waiting waiting) {}

  /// Looks at a run.
  public static Glance of(Run run) {
    var checkpoint = run.checkpoint();
    var evidence = run.document().evidence();
    var phases = run.phases();
    var state = state(run);
    var updated = checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
    return new Glance(
        run.id(),
        state,
        position(phases, run.resume().next()),
        new Trace(
            evidence.head().branch(),
            checkpoint == null ? null : checkpoint.commit().orElse(null),
            state == State.STARTED ? evidence.startedAt() : updated),
        new Concerns(
            run.problem(),
            doubt(run),
            run.waiting()));
  }

  /// What is odd about a run; of an unreadable file without journal, that nothing is recorded.
  private static @Nullable Notice doubt(Run run) {
    if (run.problem() != null && run.document().standing() == Document.Standing.UNRECORDED) {
      return new Notice(NO_JOURNAL, "no earlier state of the file is recorded");
    }
    return run.notices().isEmpty() ? null : run.notices().getFirst();
  }

  /// Returns whether an unreadable file can be replaced by a recorded state.
  public boolean restorable() {
    var doubt = concerns.doubt();
    return doubt == null || !doubt.code().equals(NO_JOURNAL);
  }

  /// Returns whether there is still something to do, or nobody can tell.
  public boolean open() {
    return state != State.DONE;
  }

  private static State state(Run run) {
    if (run.problem() != null) {
      return State.DAMAGED;
    }
    if (!run.open()) {
      return State.DONE;
    }
    return run.checkpoint() == null ? State.STARTED : State.OPEN;
  }

  private static Position position(List<Phase> phases, @Nullable PhaseName next) {
    int done = 0;
    int number = 0;
    for (int i = 0; i < phases.size(); i++) {
      var status = phases.get(i).status();
      if (status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED) {
        done++;
      }
      if (number == 0 && phases.get(i).name().equals(next)) {
        number = i + 1;
      }
    }
    return new Position(next == null ? null : next.value(), number, done, phases.size());
  }
}
