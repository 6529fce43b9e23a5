package dev.tidemark.app.main.project;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.nio.file.Path;

/// A read-only disk for a project whose shared store is not trusted. Every change begins with a
/// lock, so the lock reports the reason; cache writes of readers are skipped.
final class DocumentsOnlyIo extends ForwardingIo {
  private final String place;

  /// @param place the file of the project that names the store
  DocumentsOnlyIo(StorageIo io, String place) {
    super(io);
    this.place = place;
  }

  private ForbiddenException forbidden() {
    return new ForbiddenException(
        "the shared store that " + place + " names is not trusted yet; nothing was changed",
        "Let the user look at it and trust it: tidemark trust");
  }

  private static IOException unwritten() {
    return new IOException("this project is only read");
  }

  @Override
  public Held lock(Path file) {
    throw forbidden();
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    if (folder.endsWith("index")) {
      throw unwritten();
    }
    throw forbidden();
  }

  @Override
  public Output create(Path file, Access access) throws IOException {
    throw unwritten();
  }

  @Override
  public Output append(Path file) throws IOException {
    throw unwritten();
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    throw unwritten();
  }

  @Override
  public void unlink(Path file) throws IOException {
    throw unwritten();
  }

  @Override
  public void copyMode(Path from, Path to) throws IOException {
    throw unwritten();
  }

  @Override
  public void makePrivate(Path path) throws IOException {
    throw unwritten();
  }
}
