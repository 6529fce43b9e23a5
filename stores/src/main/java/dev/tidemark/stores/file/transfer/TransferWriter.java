package dev.tidemark.stores.file.transfer;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.DotTidemark;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/// Transfer writer: imports the files of another store, with the permissions of new files here.
final class TransferWriter {
  private static final String HOME = ".tidemark";

  private final FileStoreContext fileStoreContext;
  private final TransferPaths transferPaths;

  TransferWriter(FileStoreContext fileStoreContext, TransferPaths transferPaths) {
    this.fileStoreContext = fileStoreContext;
    this.transferPaths = transferPaths;
  }

  /// Makes sure that the folder of an item is inside the project, or can be made there.
  ///
  /// @throws ForbiddenException if something is in the way
  void checkWay(Item item) throws IOException {
    for (var there = fileStoreContext.root().resolve(item.path()).getParent();
        there != null;
        there = there.getParent()) {
      var stat = fileStoreContext.io().stat(there);
      if (stat != null && stat.kind() == Stat.Kind.FILE) {
        throw DotTidemark.inTheWay(there);
      }
      if (stat != null) {
        fileStoreContext.targets().checkInside(there);
        return;
      }
    }
  }

  /// Writes an item where nothing is. It is whole or not there, whenever we are stopped.
  void put(Item item, Path file) throws IOException {
    var folder = file.getParent();
    if (folder == null) {
      throw new NoSuchFileException(item.path());
    }
    fileStoreContext.targets().checkInside(folder);
    var run = item.run();
    boolean shared =
        item.kind() == Kind.SETTINGS
            || (item.kind() == Kind.DOCUMENT
                && fileStoreContext.layout().accessOf(Objects.requireNonNull(run))
                    == Access.SHARED);
    var access = shared ? Access.SHARED : Access.PRIVATE;
    makeFolders(item, folder, access);
    new AtomicFile(fileStoreContext.io(), file, fileStoreContext.publisher().newName())
        .replace(item.bytes(), access, Durability.DURABLE);
  }

  /// With the permissions of a new document's folders: files of Tidemark are private, and so is the
  /// folder of ignored documents.
  private void makeFolders(Item item, Path folder, Access access) throws IOException {
    var home = fileStoreContext.root().resolve(HOME);
    if (folder.startsWith(home)) {
      fileStoreContext.home().makeFolders(home, fileStoreContext.root(), Access.PRIVATE);
      fileStoreContext.home().makeFolders(folder, home, Access.PRIVATE);
      return;
    }
    var above = item.kind() == Kind.KEPT ? transferPaths.above(item.path()) : null;
    if (above != null) {
      fileStoreContext
          .home()
          .makeFolders(fileStoreContext.root().resolve(above), fileStoreContext.root(), access);
    }
    fileStoreContext.home().makeFolders(folder, fileStoreContext.root(), access);
  }
}
