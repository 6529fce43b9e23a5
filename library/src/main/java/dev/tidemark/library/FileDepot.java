package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Past;
import dev.tidemark.store.Redaction;
import dev.tidemark.store.Remains;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Upkeep;
import dev.tidemark.stores.file.Caretaker;
import dev.tidemark.stores.file.CursorFiles;
import dev.tidemark.stores.file.Departures;
import dev.tidemark.stores.file.FileRemains;
import dev.tidemark.stores.file.FileStore;
import dev.tidemark.stores.file.JournalRegister;
import dev.tidemark.stores.file.Layout;
import dev.tidemark.stores.file.Limits;
import dev.tidemark.stores.file.StorageIo;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// File backend: everything in files of the work tree.
final class FileDepot implements Depot {
  private final Path root;
  private final StorageIo io;
  private final Layout layout;
  private final Limits limits;
  private final FileStore store;

  FileDepot(Path root, StorageIo io, Layout layout, Limits limits, JournalRegister register) {
    this.root = root;
    this.io = io;
    this.layout = layout;
    this.limits = limits;
    this.store = new FileStore(root, io, layout, limits, register);
  }

  @Override
  public CheckpointStore store() {
    return store;
  }

  @Override
  public Past past() {
    return store;
  }

  @Override
  public Archives archives(int newest) {
    return store.archives(newest);
  }

  @Override
  public Redaction redaction() {
    return store.redaction();
  }

  @Override
  public Remains remains() {
    return new FileRemains(root, io, layout, false);
  }

  @Override
  public Transfer transfer(List<String> dialects) {
    return store.transfer(dialects);
  }

  @Override
  public Cursors cursors() {
    return new CursorFiles(io, root);
  }

  /// Files have one machine, and its locks.
  @Override
  public @Nullable TreeLeases leases() {
    return null;
  }

  @Override
  public boolean forget(CheckpointId id, long newest) {
    return new Departures(root, io, layout, limits).leave(id, newest);
  }

  @Override
  public @Nullable Copies copies() {
    return null;
  }

  @Override
  public Upkeep upkeep() {
    return new Caretaker(root, io, layout, store);
  }
}
