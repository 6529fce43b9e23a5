package dev.tidemark.stores.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Gzip codec of document copies, with a size limit.
public final class GzipCopies {
  /// The size limit of a copy, and of its content.
  public static final int BYTES_MAX = 2 * DocumentBytes.MAX_BYTES;

  private GzipCopies() {}

  /// Returns the bytes, compressed.
  public static byte[] of(byte[] bytes) {
    var zipped = new ByteArrayOutputStream();
    try (var output = new GZIPOutputStream(zipped)) {
      output.write(bytes);
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot fail as a disk does", impossible);
    }
    return zipped.toByteArray();
  }

  /// Returns the decompressed content; null if it is truncated.
  public static byte @Nullable [] contents(byte[] zipped) {
    try (var input = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      var bytes = input.readNBytes(BYTES_MAX);
      return input.read() < 0 ? bytes : null;
    } catch (IOException damaged) {
      return null;
    }
  }
}
