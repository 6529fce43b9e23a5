package dev.tidemark.history;

/// Goal of a run in the user's own words.
///
/// @param text the words
/// @param captured whether they were taken from the first prompt of a session; a goal that was
///   stated takes the place of one that was captured, and never the other way round
public record Goal(String text, boolean captured) {
  /// The most characters (UTF-16 units) a goal may have.
  public static final int TEXT_MAX = 2_000;
}
