package dev.tidemark.stores.file.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decorator base of [StorageIo] that delegates every operation. Subclasses override the operations
/// that they observe or change.
public class ForwardingIo implements StorageIo {
  private final StorageIo io;

  /// Takes the disk that does everything.
  protected ForwardingIo(StorageIo io) {
    this.io = io;
  }

  @Override
  public Output create(Path file, Access access) throws IOException {
    return io.create(file, access);
  }

  @Override
  public Output append(Path file) throws IOException {
    return io.append(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    io.rename(from, to);
  }

  @Override
  public void unlink(Path file) throws IOException {
    io.unlink(file);
  }

  @Override
  public void forceDir(Path folder) throws IOException {
    io.forceDir(folder);
  }

  @Override
  public byte @Nullable [] read(Path file, long offset, int length) throws IOException {
    return io.read(file, offset, length);
  }

  @Override
  public @Nullable Stat stat(Path path) throws IOException {
    return io.stat(path);
  }

  @Override
  public long currentMillis() {
    return io.currentMillis();
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return io.list(folder);
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    io.createFolder(folder, access);
  }

  @Override
  public void copyMode(Path from, Path to) throws IOException {
    io.copyMode(from, to);
  }

  @Override
  public boolean isPrivate(Path path) throws IOException {
    return io.isPrivate(path);
  }

  @Override
  public void makePrivate(Path path) throws IOException {
    io.makePrivate(path);
  }

  @Override
  public boolean isWritable(Path path) {
    return io.isWritable(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return io.realPath(path);
  }

  @Override
  public @Nullable Held lock(Path file) throws IOException {
    return io.lock(file);
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return io.fileSystemType(path);
  }

  @Override
  public byte[] random(int length) throws IOException {
    return io.random(length);
  }
}
