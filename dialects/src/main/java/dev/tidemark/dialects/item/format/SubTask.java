package dev.tidemark.dialects.item.format;

import org.jspecify.annotations.Nullable;

/// Sub-task of the phase in progress.
///
/// @param done whether it is checked off
/// @param text the work, one line
public record SubTask(boolean done, String text) {
  /// Returns the step as it stands in a document.
  String line() {
    return (done ? "[x] " : "[ ] ") + text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SubTask that && done == that.done && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode() * 2 + (done ? 1 : 0);
  }
}
