package dev.tidemark.app.settings;

import dev.tidemark.text.Utf8;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

/// Reads small files on the way of a verb that agents wait for. The first use of a channel sets up
/// what a verb that only reads needs for nothing else, in more time than all its reading takes.
/// `DiskIo.read`, which stores read by, goes by the length of a file, and the system's own say
/// none.
public final class SmallFile {
  private SmallFile() {}

  /// Returns the text of a file.
  ///
  /// @throws IOException if there is no such file, or if it cannot be read or is not UTF-8
  public static String text(Path file) throws IOException {
    try (var input = new FileInputStream(file.toFile())) {
      var text = Utf8.decode(input.readAllBytes());
      if (text.isEmpty()) {
        throw new IOException(file + " is not UTF-8");
      }
      return text.get();
    }
  }
}
