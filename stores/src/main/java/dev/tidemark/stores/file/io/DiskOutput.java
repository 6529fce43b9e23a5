package dev.tidemark.stores.file.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// File handle for writing, with fsync.
///
/// An interrupt closes a channel in the middle of an operation. That leaves the file intact, so it
/// is reopened and the step is repeated at the same position.
final class DiskOutput implements StorageIo.Output {
  private final Path file;
  private final InterruptShield calm = InterruptShield.begin();
  private FileChannel channel;
  private long end;

  /// @param channel the file, which is empty and open for writing
  DiskOutput(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Continues at the current end of the file.
  void toEnd() throws IOException {
    while (true) {
      try {
        end = channel.size();
        return;
      } catch (ClosedByInterruptException again) {
        reopen();
      }
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    var rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      try {
        channel.write(rest, end + rest.position());
      } catch (ClosedByInterruptException again) {
        reopen();
      }
    }
    end += bytes.length;
  }

  @Override
  public void force() throws IOException {
    while (true) {
      try {
        channel.force(true);
        return;
      } catch (ClosedByInterruptException again) {
        reopen();
      }
    }
  }

  @Override
  public void truncate(long size) throws IOException {
    while (true) {
      try {
        channel.truncate(size);
        end = size;
        return;
      } catch (ClosedByInterruptException again) {
        reopen();
      }
    }
  }

  private void reopen() throws IOException {
    if (Thread.interrupted()) {
      calm.interrupted();
    }
    channel = FileChannel.open(file, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      calm.close();
    }
  }
}
