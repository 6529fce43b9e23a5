package dev.tidemark.dialect;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;

/// Name resolution: the result of resolving the words with which a user named a run.
public sealed interface NameResolution {
  /// Resolved to this run.
  record Named(CheckpointId id) implements NameResolution {}

  /// Invalid: there can be no run of that name.
  record Unnameable(Blocker blocker) implements NameResolution {}

  /// Returns the refusal of a name, with the code `bad-name`.
  static NameResolution refused(String reason, String hint) {
    return new Unnameable(Blocker.refused("bad-name", reason, hint));
  }
}
