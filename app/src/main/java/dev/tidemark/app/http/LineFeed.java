package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Blocking queue of lines, from many threads to one reader.
final class LineFeed extends InputStream {
  private static final byte[] END = {};

  private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
  private byte[] line = {'\n'};
  private int at = 1;

  void add(String text) {
    lines.add((text + "\n").getBytes(UTF_8));
  }

  /// Ends the stream after the added lines.
  void end() {
    lines.add(END);
  }

  @Override
  public int read() throws InterruptedIOException {
    return fill() ? line[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws InterruptedIOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, line.length - at);
    System.arraycopy(line, at, into, offset, count);
    at += count;
    return count;
  }

  private boolean fill() throws InterruptedIOException {
    if (at >= line.length && line.length > 0) {
      try {
        line = lines.take();
        at = 0;
      } catch (InterruptedException asked) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("nobody waits for the next line any more");
      }
    }
    return line.length > 0;
  }
}
