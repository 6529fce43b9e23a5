package dev.tidemark.history;

import org.jspecify.annotations.Nullable;

/// Fingerprint of a file: size and digest, to detect a later change.
///
/// @param path its path from the project root
/// @param size in bytes
/// @param digest the SHA-256, in hex; absent where the file was too large to be read for it
/// @param origin the work tree it was taken in; absent where only one uses the store
public record Fingerprint(
    String path, long size, @Nullable String digest, @Nullable Origin origin) {
  /// The size limit of a file for computing its digest: larger files would slow every step.
  public static final int BYTES_MAX = 256 * 1024;

  /// A file of the only work tree that uses the store.
  public Fingerprint(String path, long size, @Nullable String digest) {
    this(path, size, digest, null);
  }

  /// Returns whether the file has another content in another fingerprint, as far as both tell.
  public boolean differs(Fingerprint other) {
    return size != other.size
        || (digest != null && other.digest != null && !digest.equals(other.digest));
  }
}
