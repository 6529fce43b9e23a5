package dev.tidemark.brief;

/// How many items did not fit into a brief.
///
/// @param done phases that are done, with what they handed over
/// @param summaries what phases handed over, where the phase itself is named
/// @param decided choices
/// @param toRead files
/// @param doubts doubts other than the deciding one
/// @param other lines of the protocol, what is known of unfinished phases, and ready work
public record LeftOut(int done, int summaries, int decided, int toRead, int doubts, int other) {
  /// Where everything fits.
  public static final LeftOut NOTHING = new LeftOut(0, 0, 0, 0, 0, 0);

  /// Returns how many items that are.
  public int total() {
    return done + summaries + decided + toRead + doubts + other;
  }
}
