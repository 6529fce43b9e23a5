package dev.tidemark.json;

/// Formatting of the inside of an array or object: line breaks, indent, separators.
///
/// @param newline the line end after each item, or nothing if all stand on one line
/// @param unit the indent of each level
/// @param colon between key and value
/// @param comma between items on one line
record JsonLayout(String newline, String unit, String colon, String comma) {
  /// The layout of `JSON.stringify(value, null, 2)`.
  static final JsonLayout PRETTY = new JsonLayout("\n", "  ", ": ", ", ");

  /// The layout of `JSON.stringify(value)`.
  static final JsonLayout COMPACT = new JsonLayout("", "", ":", ",");

  boolean isMultiLine() {
    return !newline.isEmpty();
  }
}
