package dev.tidemark.stores.file;

import java.io.IOException;
import java.io.RandomAccessFile;

/// One open file.
final class DiskOutput implements StorageIo.Output {
  private final RandomAccessFile file;

  DiskOutput(RandomAccessFile file) throws IOException {
    this.file = file;
    file.seek(file.length());
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    file.write(bytes);
  }

  @Override
  public void force() throws IOException {
    file.getFD().sync();
  }

  @Override
  public void truncate(long size) throws IOException {
    file.setLength(size);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
