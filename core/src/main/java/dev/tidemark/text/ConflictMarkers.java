package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// Conflict markers, as git writes them into a file that it could not merge: `<<<<<<<`, `=======`
/// and `>>>>>>>`, each at the beginning of a line, in that order; the style `diff3` has the common
/// ancestor after `|||||||`.
public final class ConflictMarkers {
  private static final String OURS = "<<<<<<< ";
  private static final String BASE = "|||||||";
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

  /// The versions of a text that its conflict markers separate.
  ///
  /// @param base the common ancestor; absent unless every conflict has it
  public record Versions(@Nullable String base, String ours, String theirs) {}

  /// Returns the versions in a text with conflicts; null if it has none, or one without an end.
  public static @Nullable Versions versions(String text) {
    if (line(text) == 0) {
      return null;
    }
    var base = new StringBuilder();
    var ours = new StringBuilder();
    var theirs = new StringBuilder();
    boolean hasBase = true;
    // The part of the conflict that the next line belongs to; absent outside of conflicts.
    StringBuilder part = null;
    boolean based = false;
    for (int at = 0; at < text.length(); ) {
      int newline = text.indexOf('\n', at);
      int next = newline < 0 ? text.length() : newline + 1;
      if (part == null && text.startsWith(OURS, at)) {
        part = ours;
        based = false;
      } else if (part == ours && text.startsWith(BASE, at)) {
        part = base;
        based = true;
      } else if (part != null && part != theirs && text.startsWith(BETWEEN, at)) {
        part = theirs;
      } else if (part == theirs && text.startsWith(THEIRS, at)) {
        part = null;
        hasBase &= based;
      } else if (part == null) {
        base.append(text, at, next);
        ours.append(text, at, next);
        theirs.append(text, at, next);
      } else {
        part.append(text, at, next);
      }
      at = next;
    }
    return part == null
        ? new Versions(hasBase ? base.toString() : null, ours.toString(), theirs.toString())
        : null;
  }

  private static int atLine(String text, String marker, int from) {
    int at = text.indexOf(marker, from);
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at = text.indexOf(marker, at + 1);
    }
    return at;
  }
}
