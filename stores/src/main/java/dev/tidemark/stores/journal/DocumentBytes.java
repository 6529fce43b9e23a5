package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.journal.record.Hashes;
import dev.tidemark.text.UnpairedSurrogateException;
import dev.tidemark.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Content limits, revision hash and gzip codec of documents. Every store keeps to it, so that a
/// run can move from any of them to any other.
public final class DocumentBytes {
  /// The size limit of a document (R-USR-14).
  public static final int MAX_BYTES = 5 * 1024 * 1024;

  /// The size limit of a compressed copy, and of its content.
  public static final int COPY_MAX_BYTES = 2 * MAX_BYTES;

  private DocumentBytes() {}

  /// Returns the bytes of a new document.
  ///
  /// @throws ForbiddenException if no store can hold it, or it is too large
  public static byte[] bytes(CheckpointId id, String text) {
    try {
      var bytes = Utf8.encode(text);
      if (bytes.length > MAX_BYTES) {
        throw tooLarge("the new text of " + id);
      }
      return bytes;
    } catch (UnpairedSurrogateException halved) {
      throw new ForbiddenException(
          "the text holds half of a surrogate pair, which no file can hold",
          "Correct the text; a character outside the basic plane was cut in two.");
    }
  }

  /// Returns the exception for content over the size limit.
  public static ForbiddenException tooLarge(String what) {
    return new ForbiddenException(
        what + " is larger than " + MAX_BYTES / 1024 / 1024 + " MB",
        "Move unneeded data to another file.");
  }

  /// Returns the name of the state that these bytes are.
  public static Revision revision(byte[] bytes) {
    return new Revision(Hashes.hex(bytes));
  }

  /// Returns the bytes, compressed.
  public static byte[] zipped(byte[] bytes) {
    var zipped = new ByteArrayOutputStream();
    try (var output = new GZIPOutputStream(zipped)) {
      output.write(bytes);
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot fail as a disk does", impossible);
    }
    return zipped.toByteArray();
  }

  /// Returns the decompressed content; null if it is truncated.
  public static byte @Nullable [] unzipped(byte[] zipped) {
    try (var input = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      var bytes = input.readNBytes(COPY_MAX_BYTES);
      return input.read() < 0 ? bytes : null;
    } catch (IOException damaged) {
      return null;
    }
  }
}
