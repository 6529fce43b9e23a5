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
public record OmittedCounts(
    int done,
    int summaries,
    int decided,
    int notes,
    int changes,
    int toRead,
    int doubts,
    int other) {
  /// Nothing omitted.
  public static final OmittedCounts NOTHING = new OmittedCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /// As long as it can get.
  static final OmittedCounts MOST =
      new OmittedCounts(9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999);

  /// Returns how many items that are.
  public int total() {
    return done + summaries + decided + notes + changes + toRead + doubts + other;
  }
}
