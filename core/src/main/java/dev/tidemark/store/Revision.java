package dev.tidemark.store;

import org.jspecify.annotations.Nullable;

/// Revision of one state of one document, for compare-and-set. Opaque: compare it, hand it back,
/// nothing else.
///
/// @param value the store's identifier of that state; empty for no document
public record Revision(String value) {
  /// The revision of a document that is not there yet.
  public static final Revision NONE = new Revision("");

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Revision that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
