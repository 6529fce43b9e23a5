package dev.tidemark.text;

/// Conflict markers, as git writes them into a file that it could not merge: `<<<<<<<`, `=======`
/// and `>>>>>>>`, each at the beginning of a line, in that order.
public final class ConflictMarkers {
  private static final String OURS = "<<<<<<< ";
  private static final String BETWEEN = "=======";
  private static final String THEIRS = ">>>>>>> ";

  private ConflictMarkers() {}

  /// Returns the line of the first conflict, counted from 1; 0 if there is none.
  public static int line(String text) {
    int ours = atLine(text, OURS, 0);
    int between = ours < 0 ? -1 : atLine(text, BETWEEN, ours);
    int theirs = between < 0 ? -1 : atLine(text, THEIRS, between);
    if (theirs < 0) {
      return 0;
    }
    int line = 1;
    for (int i = 0; i < ours; i++) {
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return line;
  }

  private static int atLine(String text, String marker, int from) {
    int at = text.indexOf(marker, from);
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at = text.indexOf(marker, at + 1);
    }
    return at;
  }
}
