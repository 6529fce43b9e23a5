package dev.tidemark.brief.budget;

/// Size limit of a brief, in characters and tokens.
///
/// @param chars the most characters (UTF-16 units) it may have
/// @param tokens the most tokens of the encoding o200k it may have
public record Budget(int chars, int tokens) {
  /// The largest brief that every supported agent accepts without spilling it into a file.
  public static final Budget USUAL = new Budget(9_500, 2_000);

  /// The name of the counting strategy: an upper bound of the tokens in the encoding, without its
  /// tables.
  public static final String STRATEGY = "at most, by bpe:o200k_base";

  /// No limit.
  public static final Budget NONE = new Budget(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /// The most characters of a goal that a brief with a limit shows.
  private static final int GOAL_CHARS = 600;

  /// Returns how many characters of a goal are shown.
  public int goalChars() {
    return isUnlimited() ? Integer.MAX_VALUE : GOAL_CHARS;
  }

  /// Returns whether there is no limit.
  public boolean isUnlimited() {
    return tokens == NONE.tokens;
  }
}
