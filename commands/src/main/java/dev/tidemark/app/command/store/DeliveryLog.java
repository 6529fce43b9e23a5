package dev.tidemark.app.command.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.EscapedText;
import dev.tidemark.text.Timestamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/// Delivery log: failed deliveries, one line each, by the names of subscribers (R-004-100). It
/// excludes itself from git, but no other file of a folder that the user created: a log must not
/// change a tree that was reviewed.
public final class DeliveryLog {
  public static final String FILE = ".claude/logs/webhooks.log";
  private static final long BYTES_MAX = 1024 * 1024;

  private final Path root;
  private final Path folder;
  private final Path file;

  DeliveryLog(Path root) {
    this.root = root;
    this.folder = root.resolve(".claude/logs");
    this.file = root.resolve(FILE);
  }

  /// Adds a line. One old log is kept.
  ///
  /// @throws IOException if the disk refuses, or a link resolves outside the project (R-USR-15)
  void add(Instant at, String text) throws IOException {
    checkInside();
    boolean own = !Files.isDirectory(folder);
    if (own) {
      Files.createDirectories(folder);
    }
    var rules = folder.resolve(".gitignore");
    if (!Files.exists(rules, LinkOption.NOFOLLOW_LINKS)) {
      Files.writeString(rules, own ? "*\n" : "/.gitignore\n/webhooks.log*\n");
    }
    if (Files.exists(file) && Files.size(file) > BYTES_MAX) {
      Files.move(file, file.resolveSibling("webhooks.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    var line = Timestamps.millis(at) + " " + EscapedText.line(text) + "\n";
    Files.writeString(file, line, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void checkInside() throws IOException {
    for (Path at = file; at != null && !at.equals(root); at = at.getParent()) {
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        if (!at.toRealPath().startsWith(root.toRealPath())) {
          throw new IOException("it resolves outside the project");
        }
        return;
      }
    }
  }
}
