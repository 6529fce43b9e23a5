package dev.tidemark.stores.file;

import dev.tidemark.store.ForbiddenException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.AtomicFile.Durability;
import dev.tidemark.stores.file.StorageIo.Access;
import dev.tidemark.stores.file.StorageIo.Stat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/// Transfer writer: imports the files of another store, with the permissions of new files here.
final class Stowage {
  private static final String HOME = ".tidemark";

  private final Desk desk;
  private final Berths berths;

  Stowage(Desk desk, Berths berths) {
    this.desk = desk;
    this.berths = berths;
  }

  /// Makes sure that the folder of an item is inside the project, or can be made there.
  ///
  /// @throws ForbiddenException if something is in the way
  void checkWay(Item item) throws IOException {
    for (var there = desk.root().resolve(item.path()).getParent();
        there != null;
        there = there.getParent()) {
      var stat = desk.io().stat(there);
      if (stat != null && stat.kind() == Stat.Kind.FILE) {
        throw Home.inTheWay(there);
      }
      if (stat != null) {
        desk.targets().checkInside(there);
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
    desk.targets().checkInside(folder);
    var run = item.run();
    boolean shared =
        item.kind() == Kind.SETTINGS
            || (item.kind() == Kind.DOCUMENT
                && desk.layout().accessOf(Objects.requireNonNull(run)) == Access.SHARED);
    var access = shared ? Access.SHARED : Access.PRIVATE;
    makeFolders(item, folder, access);
    new AtomicFile(desk.io(), file, desk.publisher().newName())
        .replace(item.bytes(), access, Durability.DURABLE);
  }

  /// With the permissions of a new document's folders: files of Tidemark are private, and so is the
  /// folder of ignored documents.
  private void makeFolders(Item item, Path folder, Access access) throws IOException {
    var home = desk.root().resolve(HOME);
    if (folder.startsWith(home)) {
      desk.home().makeFolders(home, desk.root(), Access.PRIVATE);
      desk.home().makeFolders(folder, home, Access.PRIVATE);
      return;
    }
    var above = item.kind() == Kind.KEPT ? berths.above(item.path()) : null;
    if (above != null) {
      desk.home().makeFolders(desk.root().resolve(above), desk.root(), access);
    }
    desk.home().makeFolders(folder, desk.root(), access);
  }
}
