package dev.tidemark.app.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what somebody who mistyped a word probably meant.
final class Nearest {
  private Nearest() {}

  /// Returns the only candidate that begins with the word, else the one with the fewest typing
  /// mistakes, where they are few for its length; else null.
  static @Nullable String of(String word, List<String> candidates) {
    String begun = null;
    int beginnings = 0;
    String best = null;
    int least = allowed(word) + 1;
    for (String candidate : candidates) {
      if (word.length() > 1 && candidate.startsWith(word)) {
        begun = candidate;
        beginnings++;
      }
      int mistakes = distance(word, candidate);
      if (mistakes < least) {
        least = mistakes;
        best = candidate;
      }
    }
    return beginnings == 1 ? begun : best;
  }

  private static int allowed(String word) {
    if (word.length() > 40) {
      return -1;
    }
    return word.length() < 5 ? 1 : word.length() < 8 ? 2 : 3;
  }

  /// Returns how many letters must be added, dropped, changed or swapped with their neighbour.
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
        least = Math.min(least, cost[i - 1][j - 1] + change);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
      }
    }
    return cost[a.length()][b.length()];
  }
}
