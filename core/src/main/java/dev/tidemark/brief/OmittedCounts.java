package dev.tidemark.brief;

/// Counts of the items that a trimmed brief omits, per kind.
///
/// @param phases completed phases with a summary
/// @param summaries summaries of phases that are named without them
/// @param decisions decisions
/// @param notes notes about the work in progress
/// @param changes changed files
/// @param filesToRead files to read
/// @param warnings warnings other than the deciding one
/// @param other lines of the format and of captured sessions, details of unfinished phases, and
///   ready work
public record OmittedCounts(
    int phases,
    int summaries,
    int decisions,
    int notes,
    int changes,
    int filesToRead,
    int warnings,
    int other) {
  /// Nothing omitted.
  public static final OmittedCounts NOTHING = new OmittedCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /// As long as it can get.
  static final OmittedCounts MOST =
      new OmittedCounts(9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999, 9_999);

  /// Returns how many items that are.
  public int total() {
    return phases + summaries + decisions + notes + changes + filesToRead + warnings + other;
  }
}
