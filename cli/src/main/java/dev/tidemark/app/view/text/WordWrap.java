package dev.tidemark.app.view.text;

import dev.tidemark.text.DisplayWidth;
import java.util.ArrayList;
import java.util.List;

/// Word wrap: a text in lines of a width.
public final class WordWrap {
  private WordWrap() {}

  /// Returns the text in lines of at most that many columns, broken at blanks; a longer word stands
  /// alone.
  public static List<String> lines(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    int used = 0;
    for (var word : text.split(" ", -1)) {
      int wide = DisplayWidth.of(word);
      if (!line.isEmpty() && used + 1 + wide > width) {
        lines.add(line.toString());
        line.setLength(0);
        used = 0;
      }
      used += line.isEmpty() ? wide : 1 + wide;
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
