package dev.tidemark.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Spelling suggestion: finds the most similar known word by edit distance.
public final class NearestWord {
  /// The largest edit distance of a suggestion.
  private static final int SLIPS_MAX = 2;

  /// Longer words are compared with none: comparing takes time by the square of the length.
  private static final int LETTERS_MAX = 200;

  private NearestWord() {}

  /// Returns the known word that is at most two slips away, or null if there is none.
  ///
  /// A slip is a letter too many, too few, another one, or two swapped. Words must keep more
  /// letters than they lose, so that `go` is not taken for `up`. Case does not count.
  public static @Nullable String find(String word, List<String> known) {
    String best = null;
    int fewest = SLIPS_MAX + 1;
    for (var candidate : known) {
      int slips = editDistance(word, candidate);
      if (slips < fewest && 2 * slips < Math.max(word.length(), candidate.length())) {
        best = candidate;
        fewest = slips;
      }
    }
    return best;
  }

  /// Returns how many slips lead from one word to the other; more than two count as three.
  static int editDistance(String one, String other) {
    if (one.length() > LETTERS_MAX || Math.abs(one.length() - other.length()) > SLIPS_MAX) {
      return SLIPS_MAX + 1;
    }
    int[] above = new int[other.length() + 1];
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] next = new int[row.length];
      next[0] = i;
      for (int j = 1; j < next.length; j++) {
        int replaced = row[j - 1] + (isSameLetter(one, i, other, j) ? 0 : 1);
        next[j] = Math.min(replaced, Math.min(row[j], next[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && isSameLetter(one, i, other, j - 1)
                && isSameLetter(one, i - 1, other, j);
        if (swapped) {
          next[j] = Math.min(next[j], above[j - 2] + 1);
        }
      }
      above = row;
      row = next;
    }
    return Math.min(row[other.length()], SLIPS_MAX + 1);
  }

  private static boolean isSameLetter(String one, int i, String other, int j) {
    return Character.toLowerCase(one.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
  }
}
