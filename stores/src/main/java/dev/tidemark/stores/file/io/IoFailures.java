package dev.tidemark.stores.file.io;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.text.DiskReason;
import java.io.IOException;

/// Maps I/O failures to store exceptions with a description of the failed operation.
public final class IoFailures {
  private IoFailures() {}

  public static StoreUnavailableException unreadable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        id + " cannot be read: " + DiskReason.located(failure), failure);
  }

  public static StoreUnavailableException unwritable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        id + " cannot be written and is as it was: " + DiskReason.located(failure), failure);
  }

  public static StoreUnavailableException unreadable(IOException failure) {
    return new StoreUnavailableException(
        "the project cannot be read: " + DiskReason.located(failure), failure);
  }

  public static StoreUnavailableException partlyImported(int files, IOException failure) {
    return new StoreUnavailableException(
        "not everything was imported (" + files + " files were): " + DiskReason.located(failure),
        failure);
  }

  public static StoreUnavailableException unlistable(String dialect, IOException failure) {
    return new StoreUnavailableException(
        "the runs of " + dialect + " cannot be listed: " + DiskReason.located(failure), failure);
  }

  public static StoreUnavailableException unprunable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        "the journal of " + id + " cannot be written: " + DiskReason.located(failure), failure);
  }
}
