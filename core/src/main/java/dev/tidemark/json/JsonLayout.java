package dev.tidemark.json;

/// How the inside of an array or object is laid out.
///
/// @param newline the line end after each item, or nothing if all stand on one line
/// @param unit what each level is indented by
/// @param colon between key and value
/// @param comma between items on one line
record JsonLayout(String newline, String unit, String colon, String comma) {
  /// What `JSON.stringify(value, null, 2)` does.
  static final JsonLayout PRETTY = new JsonLayout("\n", "  ", ": ", ", ");

  /// What `JSON.stringify(value)` does.
  static final JsonLayout COMPACT = new JsonLayout("", "", ":", ",");

  boolean isMultiLine() {
    return !newline.isEmpty();
  }
}
