package dev.tidemark.stores.file.index;

import dev.tidemark.stores.file.io.StorageIo.Stat;
import org.jspecify.annotations.Nullable;

/// Stamp of a file or folder: size, time and file key; an equal stamp means unchanged.
final class FileStamp {
  /// The stamp that equals none: a change cannot be excluded.
  static final FileStamp UNSURE = new FileStamp(-1, 0, "");

  private static final char SEPARATOR = ':';

  private final long size;
  private final long modified;
  private final String key;

  private FileStamp(long size, long modified, String key) {
    this.size = size;
    this.modified = modified;
    this.key = key;
  }

  static FileStamp of(Stat stat) {
    return new FileStamp(stat.size(), stat.modified(), stat.key());
  }

  /// Returns whether the current entry is unchanged.
  boolean is(@Nullable Stat now) {
    return now != null
        && now.size() == size
        && now.modified() == modified
        && !key.isEmpty()
        && now.key().equals(key);
  }

  @Override
  public String toString() {
    return Long.toString(size) + SEPARATOR + modified + SEPARATOR + key;
  }

  /// Parses the output of [#toString].
  ///
  /// @throws NumberFormatException if nothing wrote that
  static FileStamp read(String text) {
    int first = text.indexOf(SEPARATOR);
    int second = text.indexOf(SEPARATOR, first + 1);
    if (first < 0 || second < 0) {
      throw new NumberFormatException(text);
    }
    return new FileStamp(
        Long.parseLong(text, 0, first, 10),
        Long.parseLong(text, first + 1, second, 10),
        text.substring(second + 1));
  }
}
