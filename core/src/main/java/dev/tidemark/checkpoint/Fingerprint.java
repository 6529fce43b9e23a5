package dev.tidemark.checkpoint;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a file was, so that a later look can tell whether it still is.
///
/// @param path its path from the project root
/// @param size in bytes
/// @param digest the SHA-256, in hex; absent where the file was too large to be read for it
public record Fingerprint(String path, long size, @Nullable String digest) {

  /// How large a file may be to be read for its digest: reading more would be felt in every step.
  public static final int BYTES_MAX = 256 * 1024;

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fingerprint that
        && path.equals(that.path)
        && size == that.size
        && Objects.equals(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }
}
