package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.Serial;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Store failure: the typed exceptions of a store, each with what was not done and a hint.
///
/// Sealed, so that an interface can map each kind to an exit code or status with a `switch` the
/// compiler checks.
public abstract sealed class StoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// Returns a remedy, as an imperative sentence.
  public abstract String hint();

  /// Lock timeout: another process kept a run locked for too long. Nothing was written.
  public static final class BusyException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the run, and the time waited.
    public BusyException(CheckpointId id, long waitedMillis) {
      super(id + " is locked by another process (waited " + waitedMillis + " ms)", null);
    }

    @Override
    public String hint() {
      return "Run the command again when the other process has finished, or end that process.";
    }
  }

  /// Claimed run: another actor holds the lease. Nothing was written.
  public static final class ClaimedException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the run, its owner, and the end of the lease.
    public ClaimedException(CheckpointId id, String owner, Instant until) {
      super(
          id
              + " is claimed by "
              + owner
              + " until "
              + until.truncatedTo(ChronoUnit.SECONDS)
              + "; nothing was written",
          null);
    }

    @Override
    public String hint() {
      return "Wait until it is released or the claim ends, then take it: tidemark claim.";
    }
  }

  /// Compare-and-set failure: the document changed since it was read. Nothing was written.
  public static final class ConflictException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the run whose document has changed.
    public ConflictException(CheckpointId id) {
      super(id + " has changed in the meantime; nothing was written", null);
    }

    @Override
    public String hint() {
      return "Run the command again; it starts from the current state.";
    }
  }

  /// Corrupt journal: the record of a run is inconsistent before its end. Nothing was written.
  ///
  /// A crash cannot cause it (a crash tears the end, which is repaired): the record was changed or
  /// the medium is failing. Nothing is guessed and nothing is reset.
  public static final class DamagedException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    private static final String HINT =
        "Run `tidemark doctor` to see the extent; restore the file from a backup, or move it away"
            + " to begin a new record.";

    private final String hint;

    /// Takes the place and the problem.
    public DamagedException(String place, String problem) {
      this(place, problem, HINT);
    }

    /// Takes the place, the problem, and a remedy.
    public DamagedException(String place, String problem, String hint) {
      super(place + ": " + problem, null);
      this.hint = hint;
    }

    @Override
    public String hint() {
      return hint;
    }
  }

  /// Access refused: a path or text that must not be written, or cannot be read here. Nothing was
  /// written.
  public static final class ForbiddenException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    private final String hint;

    /// Takes the place with the reason, and a remedy.
    public ForbiddenException(String message, String hint) {
      super(message, null);
      this.hint = hint;
    }

    @Override
    public String hint() {
      return hint;
    }
  }

  /// Unknown outcome: the medium failed after a write may have reached it. Only reading again shows
  /// the outcome.
  public static final class OutcomeUnknownException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the failed step, its subject, and the reason.
    public OutcomeUnknownException(String message, Throwable cause) {
      super(message, cause);
    }

    @Override
    public String hint() {
      return "Run `tidemark status` to see whether the change is there before repeating it.";
    }
  }

  /// Fencing failure: the lease was taken over by another actor. Nothing was written.
  public static final class StaleOwnerException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the run, and its current owner.
    ///
    /// @param owner absent if the run is unclaimed
    public StaleOwnerException(CheckpointId id, @Nullable String owner) {
      super(
          id
              + " is no longer claimed here: the claim ended and "
              + (owner == null ? "others have changed the run" : owner + " took over")
              + "; nothing was written",
          null);
    }

    @Override
    public String hint() {
      return "Check the changes since then with `tidemark resume`; `tidemark claim` claims the run"
          + " again when it is free, `tidemark claim --release` forgets the old claim.";
    }
  }

  /// Storage unavailable: the medium cannot be reached. Nothing was written.
  public static final class StoreUnavailableException extends StoreException {
    @Serial private static final long serialVersionUID = 1L;

    private static final String DISK =
        "Check that the folder exists, that you may write to it and that the disk is not full.";

    private final String hint;

    /// Reports a failure of the disk: which place, and why.
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
      this(message, cause, DISK);
    }

    /// Reports a failure with another remedy than that of a disk.
    ///
    /// @param hint a remedy for the user, as an imperative sentence
    public StoreUnavailableException(String message, @Nullable Throwable cause, String hint) {
      super(message, cause);
      this.hint = hint;
    }

    @Override
    public String hint() {
      return hint;
    }
  }
}
