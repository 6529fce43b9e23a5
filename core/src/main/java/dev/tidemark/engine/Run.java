package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.resume.Waiting;
import dev.tidemark.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run as it stands, readable or not: what lists and views are made of.
///
/// @param dialect the protocol its document is written in
/// @param id which run it is
/// @param checkpoint what the document says; absent if there is none or it cannot be read
/// @param document the document as found
/// @param problem why the document cannot be read; absent if it can
/// @param notices what is worth telling about it
public record Run(
    Dialect<?> dialect,
    CheckpointId id,
    @Nullable Checkpoint checkpoint,
    Document document,
    @Nullable String problem,
    List<Notice> notices) {
  /// Takes its own copy of the notices.
  public Run {
    notices = List.copyOf(notices);
  }

  /// Returns whether there is still something to do: the run has not ended, or nobody can tell.
  public boolean open() {
    if (checkpoint != null) {
      return !checkpoint.finished();
    }
    return problem != null || document.exists() || document.evidence().startedAt() != null;
  }

  /// Returns where work goes on.
  public ResumePoint resume() {
    return resume(dialect);
  }

  /// Returns what a person has to do before work can go on; null if nothing.
  public @Nullable Waiting waiting() {
    return open() ? waiting(dialect) : null;
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the run's own dialect
  private <C extends Checkpoint> ResumePoint resume(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null ? ResumePoint.NONE : own.resumption().from(known);
  }

  @SuppressWarnings("unchecked") // as above
  private <C extends Checkpoint> @Nullable Waiting waiting(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null ? null : own.resumption().waiting(known, document.evidence()).orElse(null);
  }
}
