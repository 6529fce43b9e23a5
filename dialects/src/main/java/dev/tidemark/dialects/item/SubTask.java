package dev.tidemark.dialects.item;

/// A small step inside the phase under way.
///
/// @param done whether it is checked off
/// @param text what is to be done, one line
record SubTask(boolean done, String text) {
  /// Returns the step as it stands in a document.
  String line() {
    return (done ? "[x] " : "[ ] ") + text;
  }
}
