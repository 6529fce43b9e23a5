package dev.tidemark.app.cli.spec;

import dev.tidemark.text.NearestWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Usage error of a command line. Nothing has been read or written.
///
/// @param message the error, in one line
/// @param hint the nearest match, or a command that helps
/// @param nearest the probable intention, if there is a similar word
public record UsageError(String message, String hint, @Nullable String nearest)
    implements ParseResult {
  /// Returns how the process ends.
  public ExitCode exitCode() {
    return ExitCode.USAGE;
  }

  /// Returns the fault of a value that is none of the words.
  static String notOneOf(String label, String value, List<String> words) {
    String nearest = nearestWord(value, words);
    String message = label + " takes " + choice(words) + ", not " + value;
    return nearest == null ? message : message + "; did you mean " + nearest + "?";
  }

  /// Returns the only word that begins so, else the one that is a slip away; null where none is.
  public static @Nullable String nearestWord(String word, List<String> known) {
    String begun = null;
    int beginnings = 0;
    for (String candidate : known) {
      if (word.length() > 1 && candidate.startsWith(word)) {
        begun = candidate;
        beginnings++;
      }
    }
    return beginnings == 1 ? begun : NearestWord.find(word, known);
  }

  /// Returns the words as a choice: `a, b or c`.
  public static String choice(List<String> words) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      if (i > 0) {
        line.append(i == words.size() - 1 ? " or " : ", ");
      }
      line.append(words.get(i));
    }
    return line.toString();
  }
}
