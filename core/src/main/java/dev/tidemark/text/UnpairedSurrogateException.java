package dev.tidemark.text;

/// Encoding error: a text has an unpaired surrogate and so no UTF-8 form. Nothing was encoded,
/// nothing was written.
public final class UnpairedSurrogateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Index of the half pair in the text.
  private final int offset;

  UnpairedSurrogateException(int offset) {
    super("unpaired surrogate at index " + offset + "; the text was not written");
    this.offset = offset;
  }

  /// Returns the index of the half pair, in UTF-16 units.
  public int offset() {
    return offset;
  }
}
