package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.resume.ResumePoint;

/// Says where work on a run goes on. Pure.
@FunctionalInterface
public interface Resumption<C extends Checkpoint> {
  /// Returns where to go on, and with what knowledge.
  ResumePoint from(C checkpoint);

  /// Returns whether taking up a run may change it, so that the rules have to be asked.
  default boolean changes() {
    return false;
  }
}
