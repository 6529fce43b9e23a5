package dev.tidemark.brief;

/// Counts of the items that a trimmed brief omits, per kind.
///
/// @param done completed phases with a summary
/// @param summaries summaries of phases that are named without them
/// @param decided decisions
/// @param notes notes about the work in progress
/// @param changes changed files
/// @param toRead files to read
/// @param doubts warnings other than the deciding one
/// @param other lines of the format and of captured sessions, details of unfinished phases, and
///   ready work
public record LeftOut(
    int done,
    int summaries,
    int decided,
    int notes,
    int changes,
    int toRead,
    int doubts,
    int other) {
  /// Nothing omitted.
  public static final LeftOut NOTHING = new LeftOut(0, 0, 0, 0, 0, 0, 0, 0);

  /// As long as it can get.
  static final LeftOut MOST = new LeftOut(9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999);

  /// Returns how many items that are.
  public int total() {
    return done + summaries + decided + notes + changes + toRead + doubts + other;
  }
}
