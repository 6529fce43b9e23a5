package dev.tidemark.bench;

import java.util.random.RandomGenerator;

/// Makes the documents of one run: all of the same size, each with a part never seen before.
///
/// The new part is random, so that no store can save by noticing what it has already seen.
final class Texts {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz    etaoinETAOIN0123456789.,;:-";

  private static final int FRESH = 400;

  private final RandomGenerator random;
  private final String before;
  private final String after;
  private final int fresh;

  /// @param size of each document, in bytes
  /// @param fresh how many of them are new each time
  /// @param random where the new part comes from
  Texts(int size, int fresh, RandomGenerator random) {
    this.random = random;
    this.fresh = fresh;
    this.before = "{\n  \"command\": \"implement\",\n  \"context_summary\": \"";
    String end = "\",\n  \"notes\": \"";
    int rest = size - before.length() - fresh - end.length() - "\"\n}".length();
    this.after = end + letters(rest) + "\"\n}";
  }

  /// Returns documents of 3 KB, of which 400 bytes are new each time.
  static Texts usual() {
    return new Texts(3_000, FRESH, RandomGenerator.of("L64X128MixRandom"));
  }

  /// Returns as much as is new in a usual document.
  String news() {
    return letters(FRESH);
  }

  /// Returns the next document.
  String next() {
    return before + letters(fresh) + after;
  }

  private String letters(int count) {
    StringBuilder letters = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      letters.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return letters.toString();
  }
}
