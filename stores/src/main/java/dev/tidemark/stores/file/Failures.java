package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreUnavailableException;
import java.io.IOException;

/// Says what could not be done because a disk refused.
final class Failures {
  private Failures() {}

  static StoreUnavailableException unreadable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(id + " cannot be read: " + reason(failure), failure);
  }

  static StoreUnavailableException unwritable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        id + " cannot be written, nothing was changed: " + reason(failure), failure);
  }

  static StoreUnavailableException unlistable(String dialect, IOException failure) {
    return new StoreUnavailableException(
        "the runs of " + dialect + " cannot be listed: " + reason(failure), failure);
  }

  static StoreUnavailableException unprunable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        "the journal of " + id + " cannot be written: " + reason(failure), failure);
  }

  /// Returns the reason; the JDK's own exceptions often hold no more than a path.
  private static String reason(IOException failure) {
    var kind = failure.getClass().getSimpleName();
    var message = failure.getMessage();
    if (message == null) {
      return kind;
    }
    return failure.getClass() == IOException.class ? message : kind + ": " + message;
  }
}
