package dev.tidemark.app.demo;

import java.util.ArrayList;
import java.util.List;

/// Shell word splitting for the tour and tests: blanks and single quotes.
public final class ShellWords {
  private ShellWords() {}

  /// Returns the words of a line.
  public static List<String> of(String line) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
        any = true;
      } else if (c == ' ' && !quoted) {
        if (any) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
      } else {
        word.append(c);
        any = true;
      }
    }
    if (any) {
      words.add(word.toString());
    }
    return words;
  }
}
