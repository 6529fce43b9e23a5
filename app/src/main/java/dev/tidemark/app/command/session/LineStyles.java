package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.terminal.Style;

/// Colour rules of reports: the style of a line by its beginning. Colour repeats what the words
/// say.
public final class LineStyles {
  private LineStyles() {}

  /// Returns the style of a line of `status`.
  public static Style status(String line) {
    if (line.startsWith("  \u2717 ")
        || line.startsWith("failed: ")
        || line.startsWith("blocked: ")
        || line.startsWith("  damaged: ")
        || line.startsWith("  diverged: ")) {
      return Style.BAD;
    }
    if (line.startsWith("waits for ")) {
      return Style.DOUBTFUL;
    }
    return line.startsWith("  \u2713 ") ? Style.GOOD : Style.PLAIN;
  }

  /// Returns the style of a line of a brief.
  public static Style brief(String line) {
    if (line.startsWith("| failed: ") || line.startsWith("| blocked: ")) {
      return Style.BAD;
    }
    if (line.startsWith("| warning: ")) {
      return Style.DOUBTFUL;
    }
    return line.startsWith("Now: ") ? Style.STRONG : Style.PLAIN;
  }

  /// Returns the style of a line of `gate`.
  public static Style gate(String line) {
    if (line.startsWith("  closed  ")) {
      return Style.BAD;
    }
    return line.startsWith("  open    ") ? Style.GOOD : Style.PLAIN;
  }

  /// Returns the style of a line of a unified diff.
  public static Style unified(String line) {
    if (line.startsWith("+++ ") || line.startsWith("--- ")) {
      return Style.STRONG;
    }
    return sign(line);
  }

  /// Returns the style of a line of a list of changed fields: `FIELD: + VALUE`, or ` + VALUE`.
  public static Style diff(String line) {
    int value = line.indexOf(": ");
    return sign(value < 0 ? line.strip() : line.substring(value + 2));
  }

  private static Style sign(String text) {
    if (text.startsWith("+")) {
      return Style.GOOD;
    }
    return text.startsWith("-") ? Style.BAD : Style.PLAIN;
  }

  /// Returns the style of a line of `doctor`.
  public static Style doctor(String line) {
    if (line.startsWith("error  ")) {
      return Style.BAD;
    }
    if (line.startsWith("warning  ")) {
      return Style.DOUBTFUL;
    }
    boolean good = line.startsWith("fixed  ") || line.equals("all is well");
    return good ? Style.GOOD : Style.PLAIN;
  }
}
