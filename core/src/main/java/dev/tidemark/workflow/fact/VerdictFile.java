package dev.tidemark.workflow.fact;

import dev.tidemark.text.Utf8;
import org.jspecify.annotations.Nullable;

/// Verdict file of another tool: keys between two lines of `---`, of which `status` is `PASS` or
/// `FAIL` and `branch`, if present, names its subject.
///
/// @param path the file
/// @param result its verdict for the current branch
/// @param problem why it is invalid; absent if it is valid, and where there is none
public record VerdictFile(String path, Result result, @Nullable String problem) {
  public static final VerdictFile NONE = new VerdictFile("", Result.NOTHING, null);

  private static final String FENCE = "---";

  /// The verdict in the file.
  public enum Result {
    PASS,
    FAIL,
    NOTHING
  }

  public static VerdictFile unreadable(String path, String reason) {
    return new VerdictFile(path, Result.NOTHING, "cannot be read: " + reason);
  }

  /// Reads a file.
  ///
  /// @param text its content; null if it is missing
  /// @param branch the current branch; null if there is none
  public static VerdictFile of(String path, @Nullable String text, @Nullable String branch) {
    if (text == null) {
      return new VerdictFile(path, Result.NOTHING, null);
    }
    String about = null;
    String status = null;
    boolean inside = false;
    for (var line : Utf8.withoutByteOrderMark(text).split("\n", -1)) {
      if (line.strip().equals(FENCE)) {
        if (inside) {
          break;
        }
        inside = true;
      } else if (inside && line.startsWith("branch:")) {
        about = value(line);
      } else if (inside && line.startsWith("status:")) {
        status = value(line);
      }
    }
    if (about != null && !about.equals(branch)) {
      return new VerdictFile(path, Result.NOTHING, "is about branch " + about);
    }
    if ("PASS".equals(status)) {
      return new VerdictFile(path, Result.PASS, null);
    }
    return "FAIL".equals(status)
        ? new VerdictFile(path, Result.FAIL, null)
        : new VerdictFile(path, Result.NOTHING, "has neither PASS nor FAIL");
  }

  private static String value(String line) {
    var value = line.substring(line.indexOf(':') + 1).strip();
    boolean quoted = value.length() >= 2 && (value.charAt(0) == '"' || value.charAt(0) == '\'');
    return quoted && value.charAt(value.length() - 1) == value.charAt(0)
        ? value.substring(1, value.length() - 1)
        : value;
  }
}
