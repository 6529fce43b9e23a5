package dev.tidemark.text;

/// Parser of Markdown list markers: `-`, `+`, `*`, or a number with a dot or a bracket, and then a
/// blank or the end of the line.
public final class ListMarker {
  private static final int DIGITS_MAX = 9;

  private ListMarker() {}

  /// Returns where the marker at a place in a line ends; -1 if there is none.
  public static int end(String line, int at) {
    int end = at;
    while (end < line.length() && end - at < DIGITS_MAX && isDigit(line.charAt(end))) {
      end++;
    }
    var kinds = end > at ? ".)" : "-+*";
    if (end == line.length() || kinds.indexOf(line.charAt(end)) < 0) {
      return -1;
    }
    end++;
    return end == line.length() || isBlank(line.charAt(end)) ? end : -1;
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
