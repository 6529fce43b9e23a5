package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.Timestamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/// What could not be delivered, one line each, by the names of listeners (R-004-100). The folder
/// keeps itself out of git: a log must not make a tree look changed that somebody has reviewed.
final class DeliveryLog {
  static final String FILE = ".claude/logs/webhooks.log";
  private static final long BYTES_MAX = 1024 * 1024;

  private final Path folder;
  private final Path file;

  DeliveryLog(Path root) {
    this.folder = root.resolve(".claude/logs");
    this.file = root.resolve(FILE);
  }

  /// Adds a line. One old log is kept.
  void add(Instant at, String text) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(".gitignore"), "*\n");
    }
    if (Files.exists(file) && Files.size(file) > BYTES_MAX) {
      Files.move(file, file.resolveSibling("webhooks.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    var line = Timestamps.millis(at) + " " + text.replace('\n', ' ') + "\n";
    Files.writeString(file, line, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
