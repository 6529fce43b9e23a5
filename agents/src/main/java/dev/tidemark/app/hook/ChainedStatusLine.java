package dev.tidemark.app.hook;

import dev.tidemark.app.command.session.ProcessContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Chained status line: runs the user's previous status line command and prints its output. It gets
/// the agent's input and keeps its position on the screen, with a timeout of two seconds.
///
/// The command stands in the agent's own settings, on our command line; never in a project's files.
final class ChainedStatusLine {
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final int BYTES_MAX = 64 * 1024;

  private final Process process;
  private final long deadline;

  private ChainedStatusLine(Process process) {
    this.process = process;
    this.deadline = System.nanoTime() + PATIENCE_NANOS;
  }

  /// Starts the command; null if it cannot be started, which leaves its line empty.
  static @Nullable ChainedStatusLine start(String command, byte[] status, ProcessContext place) {
    try {
      var builder = new ProcessBuilder("/bin/sh", "-c", command).directory(place.folder().toFile());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().clear();
      builder.environment().putAll(place.environment());
      var process = builder.start();
      try (var in = process.getOutputStream()) {
        in.write(status);
      } catch (IOException uninterested) {
        // The command may print its line without reading its input.
      }
      return new ChainedStatusLine(process);
    } catch (IOException none) {
      return null;
    }
  }

  /// Returns its output until its end or the deadline, with a line end if there is any.
  byte[] end() {
    var printed = new ByteArrayOutputStream();
    try (var out = process.getInputStream()) {
      boolean over = false;
      while (!over && System.nanoTime() < deadline && printed.size() < BYTES_MAX) {
        over = process.waitFor(2, TimeUnit.MILLISECONDS);
        printed.write(out.readNBytes(Math.min(out.available(), BYTES_MAX)));
      }
    } catch (IOException gone) {
      // Its output so far is complete.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    process.destroy();
    var bytes = printed.toByteArray();
    if (bytes.length > 0 && bytes[bytes.length - 1] != '\n') {
      printed.write('\n');
    }
    return printed.toByteArray();
  }
}
