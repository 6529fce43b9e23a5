package dev.tidemark.evidence;

import dev.tidemark.text.Utf8;
import org.jspecify.annotations.Nullable;

/// Receipt as a file: a readable envelope under the name that its content needs.
///
/// @param path its path from the project root
/// @param envelope the content
/// @param receipt the receipt in it
public record ReceiptFile(String path, Envelope envelope, Receipt receipt) {
  /// The most bytes of one; that of a long approval has a few kilobytes.
  public static final int BYTES_MAX = 64 * 1024;

  /// Reads a file.
  ///
  /// @param folder the folder of receipts
  /// @param bytes the content; null where it is too large to be read
  /// @throws UnreadableReceiptException if it is no receipt, or that of another path
  public static ReceiptFile read(String folder, String path, byte @Nullable [] bytes)
      throws UnreadableReceiptException {
    var text = bytes == null || bytes.length > BYTES_MAX ? null : Utf8.decode(bytes).orElse(null);
    return read(folder, path, text);
  }

  static ReceiptFile read(String folder, String path, @Nullable String text)
      throws UnreadableReceiptException {
    if (text == null) {
      throw new UnreadableReceiptException("it is too large, or not UTF-8");
    }
    var file = of(folder, text);
    if (!path.equals(file.path())) {
      throw new UnreadableReceiptException("its content belongs in a file of another name");
    }
    return file;
  }

  /// Reads the content of a file, whose path follows from it.
  static ReceiptFile of(String folder, String text) throws UnreadableReceiptException {
    var envelope = Envelope.read(text);
    var receipt = Statement.read(envelope.payload());
    return new ReceiptFile(receipt.path(folder, envelope.payload()), envelope, receipt);
  }
}
