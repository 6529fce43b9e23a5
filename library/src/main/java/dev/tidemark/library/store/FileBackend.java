package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Maintenance;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.file.CursorFiles;
import dev.tidemark.stores.file.FileMaintenance;
import dev.tidemark.stores.file.FileStore;
import dev.tidemark.stores.file.RemovedTreeStore;
import dev.tidemark.stores.file.ResidualFileScan;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.WorkTree;
import java.nio.file.Path;
import java.util.List;

/// File backend: everything in files of the work tree.
public final class FileBackend implements StoreBackend {
  private final Path root;
  private final StorageIo io;
  private final FileLayout fileLayout;
  private final FileStore store;
  private final CheckpointStore documents;

  public FileBackend(
      Path root,
      StorageIo io,
      FileLayout fileLayout,
      StoreLimits storeLimits,
      JournalRegister register) {
    this.root = root;
    this.io = io;
    this.fileLayout = fileLayout;
    this.store = new FileStore(root, io, fileLayout, storeLimits, register);
    this.documents = store;
  }

  /// Takes a removed work tree, of which the journals are left: its runs can only be read.
  public FileBackend(
      WorkTree removed, StorageIo io, FileLayout fileLayout, StoreLimits storeLimits) {
    this.root = removed.state().folder();
    this.io = io;
    this.fileLayout = fileLayout;
    this.store = FileStore.ofRemoved(removed, io, fileLayout, storeLimits);
    this.documents = new RemovedTreeStore(store);
  }

  @Override
  public List<WorkTree> otherWorkTrees() {
    return store.otherWorkTrees();
  }

  @Override
  public void recheck() {
    store.recheck();
  }

  @Override
  public CheckpointStore store() {
    return documents;
  }

  @Override
  public HistoryStore history() {
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
  public ResidualFiles residualFiles() {
    return new ResidualFileScan(root, io, fileLayout, false);
  }

  @Override
  public Transfer transfer(List<String> dialects) {
    return store.transfer(dialects);
  }

  @Override
  public Cursors cursors() {
    return new CursorFiles(io, root);
  }

  @Override
  public boolean forget(CheckpointId id, long newest) {
    return store.forget(id, newest);
  }

  @Override
  public Maintenance maintenance() {
    return new FileMaintenance(root, io, fileLayout, store);
  }
}
