package dev.tidemark.stores.file.io;

import java.io.IOException;
import java.util.Arrays;

/// Buffered random bytes from the operating system, read in larger blocks.
public final class BufferedRandom {
  private static final int PORTION = 256;

  private final StorageIo io;
  private byte[] portion = {};
  private int used;

  public BufferedRandom(StorageIo io) {
    this.io = io;
  }

  /// Returns that many bytes, each returned only once.
  public synchronized byte[] next(int length) throws IOException {
    if (used + length > portion.length) {
      portion = io.random(Math.max(length, PORTION));
      used = 0;
    }
    used += length;
    return Arrays.copyOfRange(portion, used - length, used);
  }
}
