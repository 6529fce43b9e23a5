package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Origin;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Maintenance;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.file.DocumentMirror;
import dev.tidemark.stores.file.FileMaintenance;
import dev.tidemark.stores.file.FileStore;
import dev.tidemark.stores.file.ResidualFileScan;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// PostgreSQL backend: everything in a database shared by several machines, except for the
/// project's configuration; and copies of the documents in files, for git and other readers.
public final class PostgresBackend implements StoreBackend {
  /// The file with the host name on Linux.
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  private static final int TREE_DIGITS = 16;

  private final Path root;
  private final StorageIo io;
  private final FileLayout fileLayout;
  private final StoreLimits storeLimits;
  private final PostgresStore store;
  private final WorktreeMirror worktreeMirror;
  private final TreeLeases leases;

  /// @param root the root of the project
  /// @param warned called with a one-sentence warning about each file that was not updated
  public PostgresBackend(
      Path root,
      StorageIo io,
      FileLayout fileLayout,
      StoreLimits storeLimits,
      Database database,
      Consumer<String> warned) {
    this.root = root;
    this.io = io;
    this.fileLayout = fileLayout;
    this.storeLimits = storeLimits;
    this.store = new PostgresStore(database, fileLayout, this::fence);
    this.leases = new TreeLeases(store.leases(), io, root, fileLayout);
    var files = new DocumentMirror(root, io, fileLayout, storeLimits);
    this.worktreeMirror = new WorktreeMirror(store, store, files, warned);
  }

  private long fence(CheckpointId id) {
    return leases.fence(id);
  }

  /// Checks that an address does not weaken TLS beyond the user's `PGSSLMODE`.
  ///
  /// @param address the value of the setting `store` in a file of the project
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if it does, or if it is no
  ///   address
  public static void checkTls(String address, Map<String, String> environment) {
    StoreAddress.of(address, environment).requireTls(environment);
  }

  /// Returns the SQL that makes the tables and roles of a shared store, for the administrator of
  /// the database. Nothing is connected to.
  ///
  /// @param address the value of the setting `store`
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if that is no address
  public static String sql(String address) {
    return PostgresStore.script(StoreAddress.of(address, Map.of()).schema());
  }

  @Override
  public CheckpointStore store() {
    return worktreeMirror;
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
    return new SharedResidualFiles(
        store.residualFiles(), new ResidualFileScan(root, io, fileLayout, true));
  }

  @Override
  public Transfer transfer(List<String> dialects) {
    var files = new FileStore(root, io, fileLayout, storeLimits).transfer(dialects);
    return new SharedTransfer(store.transfer(), files);
  }

  @Override
  public Cursors cursors() {
    return store.cursors();
  }

  @Override
  public TreeLeases leases() {
    return leases;
  }

  /// Machine and folder; the folder's name alone for people.
  @Override
  public Origin workTree() {
    var name = root.getFileName();
    var id = Sha256.hex(Utf8.encode(machine() + '\n' + root)).substring(0, TREE_DIGITS);
    return new Origin(id, name == null ? "/" : name.toString(), null);
  }

  private static String machine() {
    try {
      return Files.exists(HOST) ? BoundedFile.text(HOST).strip() : "";
    } catch (IOException unknown) {
      return "";
    }
  }

  @Override
  public boolean forget(CheckpointId id, long newest) {
    return store.forget(id, newest);
  }

  @Override
  public WorktreeMirror mirror() {
    return worktreeMirror;
  }

  @Override
  public Maintenance maintenance() {
    return new FileMaintenance(root, io, fileLayout, worktreeMirror);
  }
}
