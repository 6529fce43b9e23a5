package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.ResumePoint;

/// Says where work on a run goes on. Pure.
@FunctionalInterface
public interface Resumption<C extends Checkpoint> {
  /// Returns where to go on, and with what knowledge.
  ResumePoint from(C checkpoint);

  /// Returns what the protocol has to tell beyond that.
  ///
  /// @param path where the document is kept, from the project root
  default Handover handover(C checkpoint, String path) {
    return Handover.NONE;
  }
}
