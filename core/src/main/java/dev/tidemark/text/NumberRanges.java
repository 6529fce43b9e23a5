package dev.tidemark.text;

import java.util.List;

/// Compact ranges of ascending numbers: `1-3, 5`.
public final class NumberRanges {
  private NumberRanges() {}

  /// Returns the numbers, consecutive ones as one range.
  public static String of(List<Integer> numbers) {
    var out = new StringBuilder();
    for (int from = 0; from < numbers.size(); ) {
      int to = from;
      while (to + 1 < numbers.size() && numbers.get(to + 1) == numbers.get(to) + 1) {
        to++;
      }
      out.append(from == 0 ? "" : ", ").append(numbers.get(from));
      if (to > from) {
        out.append('-').append(numbers.get(to));
      }
      from = to + 1;
    }
    return out.toString();
  }
}
