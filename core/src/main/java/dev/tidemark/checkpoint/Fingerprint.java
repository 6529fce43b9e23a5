package dev.tidemark.checkpoint;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a file was, so that a later look can tell whether it still is.
///
/// @param path its path from the project root
/// @param size in bytes
/// @param digest the SHA-256, in hex; absent where the file was too large to be read for it
/// @param origin the work tree it was taken in; absent where only one uses the store
public record Fingerprint(
    String path, long size, @Nullable String digest, @Nullable Origin origin) {

  /// How large a file may be to be read for its digest: reading more would be felt in every step.
  public static final int BYTES_MAX = 256 * 1024;

  /// A file of the only work tree that uses the store.
  public Fingerprint(String path, long size, @Nullable String digest) {
    this(path, size, digest, null);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fingerprint that
        && path.equals(that.path)
        && size == that.size
        && Objects.equals(digest, that.digest)
        && Objects.equals(origin, that.origin);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }
}
