package dev.tidemark.stores.file.io;

import dev.tidemark.text.BoundedFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// File reader that tolerates concurrent creation, replacement and removal.
final class DiskInput {
  /// The number of attempts to open an existing file. The error of opening is the same for an
  /// absent and a forbidden file, and an absent one may be created before the check.
  private static final int TRIES = 4;

  private DiskInput() {}

  /// Returns bytes of a file: fewer than `length` where it ends before, null if there is none.
  static byte @Nullable [] read(Path file, long offset, int length) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return there(file, offset, length);
      } catch (FileNotFoundException | NoSuchFileException absentOrForbidden) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          return null;
        }
        if (tries == TRIES) {
          throw absentOrForbidden;
        }
      }
    }
  }

  private static byte[] there(Path file, long offset, int length) throws IOException {
    BoundedFile.check(file);
    try (var input = new RandomAccessFile(file.toFile(), "r")) {
      int there = (int) Math.min(length, Math.max(0, input.length() - offset));
      var bytes = new byte[there];
      if (offset > 0) {
        input.seek(offset);
      }
      int read = 0;
      while (read < there) {
        int count = input.read(bytes, read, there - read);
        if (count < 0) {
          return Arrays.copyOf(bytes, read);
        }
        read += count;
      }
      return bytes;
    }
  }
}
