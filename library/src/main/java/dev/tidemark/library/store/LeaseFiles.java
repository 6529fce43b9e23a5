package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.SymlinkGuard;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Claims of this work tree, in `.tidemark/leases`: its runs with their fences.
final class LeaseFiles {
  private static final int DIGITS_MAX = 18;

  private final Path root;
  private final Path home;
  private final StorageIo io;
  private final FileLayout fileLayout;

  LeaseFiles(Path root, StorageIo io, FileLayout fileLayout) {
    this.home = root.resolve(".tidemark");
    this.io = io;
    this.fileLayout = fileLayout;
    this.root = root;
  }

  private Path file(CheckpointId id) {
    var path = fileLayout.pathOf(id);
    var name = id.dialect() + "-" + path.substring(path.lastIndexOf('/') + 1);
    return home.resolve("leases").resolve(name);
  }

  /// Returns the fence of the claim; 0 if there is none.
  long fence(CheckpointId id) {
    var file = file(id);
    try {
      var bytes = io.stat(file) == null ? null : io.read(file, 0, DIGITS_MAX + 1);
      return bytes == null ? 0 : number(new String(bytes, StandardCharsets.US_ASCII).strip());
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of "
              + id
              + " cannot be read, nothing was changed: "
              + DiskReason.located(failure),
          failure);
    }
  }

  /// An unreadable claim must not be treated as no claim.
  private static long number(String digits) {
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return digits.isEmpty() || digits.length() > DIGITS_MAX ? -1 : number;
  }

  /// Remembers a claim.
  void keep(CheckpointId id, long fence) {
    var file = file(id);
    try {
      new SymlinkGuard(io, root).check(file);
      io.createFolder(home, Access.PRIVATE);
      io.createFolder(home.resolve("leases"), Access.PRIVATE);
      var bytes = (fence + "\n").getBytes(StandardCharsets.US_ASCII);
      new AtomicFile(io, file).replace(bytes, Access.PRIVATE, Durability.DURABLE);
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of "
              + id
              + " cannot be kept here; it ends by itself: "
              + DiskReason.located(failure),
          failure);
    }
  }

  /// Forgets a claim.
  void forget(CheckpointId id) {
    try {
      new SymlinkGuard(io, root).check(file(id));
      io.unlink(file(id));
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of " + id + " cannot be forgotten here: " + DiskReason.located(failure),
          failure);
    }
  }
}
