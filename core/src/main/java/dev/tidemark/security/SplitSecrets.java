package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Secret detector for secrets that line breaks split: the words around a break are joined and
/// scanned once more, if they look random and the second one is the whole line or looks random too.
final class SplitSecrets {
  /// Characters of the line before the secret, in which its name is.
  private static final int CONTEXT = 80;

  private static final int PART_MAX = 300;

  /// The rest of a secret in the next line: no comment, and no name with a value.
  private static final LazyPattern PART =
      new LazyPattern(
          "\\\\?\r?\n[ \t]*+(?:>[ \t]*+)?+(?![#.!?])"
              + "((?:[\\w+/.!@#$%^*~?-]|=(?![\\w+/.!@#$%^&*~?-])){2,300}+)(?![=:(\\[])");

  private static final int SPLIT_MIN = 12;
  private static final int BREAKS_MAX = 3;

  private SplitSecrets() {}

  /// Returns the secret with a line break there, as it is in the text, or null.
  ///
  /// @param known the last secret before the break, or null
  static @Nullable Secret secretAt(String text, int lineBreak, @Nullable Secret known) {
    int end = leftEnd(text, lineBreak);
    int from = end;
    while (from > 0 && end - from < PART_MAX && SecretAssignments.isValue(text, from - 1)) {
      from--;
    }
    if (from == end || (!isRandom(text, from, end) && !isRandomAfter(text, lineBreak + 1))) {
      return null;
    }
    boolean complete = known != null && known.end() == end;
    int start = from;
    while (start > 0 && from - start < CONTEXT && text.charAt(start - 1) != '\n') {
      start--;
    }
    var bounds = new int[2 + 2 * BREAKS_MAX];
    bounds[0] = start;
    bounds[1] = end;
    int count = 2;
    boolean random = isRandom(text, from, end);
    boolean whole = true;
    var part = PART.matcher(text).region(end, text.length());
    while (whole && count < bounds.length && part.lookingAt()) {
      boolean turns = isRandom(text, part.start(1), part.end(1));
      random |= turns;
      whole = isLineEnd(text, part.end(1));
      if (!turns && (complete || !whole)) {
        break;
      }
      bounds[count++] = part.start(1);
      bounds[count++] = part.end(1);
      part.region(part.end(1), text.length());
    }
    if (!random || count == 2 || bounds[count - 1] - from < SPLIT_MIN) {
      return null;
    }
    return secret(text, bounds, count);
  }

  private static @Nullable Secret secret(String text, int[] bounds, int parts) {
    // A following line may belong to something else.
    for (int count = parts; count > 2; count -= 2) {
      var joined = VisibleText.of(text, bounds, count);
      for (var secret : Secrets.detectJoined(joined.text())) {
        var placed = joined.placed(secret);
        if (placed.start() < bounds[1] && placed.end() > bounds[count - 2]) {
          return placed;
        }
      }
    }
    return null;
  }

  /// Returns where the word before a line break ends: before a carriage return or the backslash of
  /// a command that goes on.
  private static int leftEnd(String text, int lineBreak) {
    int end = lineBreak;
    if (end > 0 && text.charAt(end - 1) == '\r') {
      end--;
    }
    return end > 0 && text.charAt(end - 1) == '\\' ? end - 1 : end;
  }

  private static boolean isLineEnd(String text, int end) {
    return end == text.length() || "\r\n\\\"'`;,)}]<&".indexOf(text.charAt(end)) >= 0;
  }

  /// Returns whether the first word of a line is random.
  private static boolean isRandomAfter(String text, int line) {
    int from = line;
    while (from < text.length() && " \t>".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    int end = from;
    while (end < text.length() && end - from < PART_MAX && SecretAssignments.isValue(text, end)) {
      end++;
    }
    return isRandom(text, from, end);
  }

  /// Returns whether a word has a digit beside a letter, or a capital letter after a small one.
  private static boolean isRandom(String text, int from, int end) {
    return RandomTextCheck.changes(text, from, end) >= 1 && end - from >= 2;
  }
}
