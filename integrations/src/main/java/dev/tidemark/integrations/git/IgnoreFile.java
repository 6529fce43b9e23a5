package dev.tidemark.integrations.git;

import dev.tidemark.checkpoint.Notice;
import java.util.ArrayList;
import java.util.List;

/// Editor of `.gitignore`: its text after rules were added (R-COM-13).
///
/// Nothing that was there is changed, moved or removed. Adding the same rules again adds nothing.
///
/// @param text the whole text; equal to the one before if nothing was missing
/// @param added the lines that were missing, in order, with the comment above them
/// @param notices lines of the file that take one of the rules back
public record IgnoreFile(String text, List<String> added, List<Notice> notices) {
  /// Takes its own copies of the lists.
  public IgnoreFile {
    added = List.copyOf(added);
    notices = List.copyOf(notices);
  }

  /// Adds rules that are missing.
  ///
  /// A rule counts as present with or without a leading `/`. A rule for a folder, which ends with
  /// `/`, counts as present without that end too; a rule for a file does not count as present as a
  /// folder, because such a line does not ignore the file.
  ///
  /// @param text the file's text so far; empty if there is no file
  /// @param comment a line to put above the rules, with its `#`; empty for none
  /// @param rules one line each
  public static IgnoreFile with(String text, String comment, List<String> rules) {
    var lines = text.lines().map(IgnoreFile::pattern).toList();
    var missing = new ArrayList<String>();
    for (var rule : rules) {
      boolean present = lines.stream().anyMatch(line -> covers(line, rule));
      if (!present && missing.stream().noneMatch(line -> covers(line, rule))) {
        missing.add(rule);
      }
    }
    var notices = negations(lines, rules);
    if (missing.isEmpty()) {
      return new IgnoreFile(text, missing, notices);
    }
    if (!comment.isEmpty() && !lines.contains(comment)) {
      missing.addFirst(comment);
    }
    return new IgnoreFile(append(text, missing), missing, notices);
  }

  private static String append(String text, List<String> lines) {
    var end = lineEnd(text);
    var longer = new StringBuilder(text);
    if (!text.isEmpty() && !text.endsWith("\n") && !text.equals("\uFEFF")) {
      longer.append(end);
    }
    for (var line : lines) {
      longer.append(line).append(end);
    }
    return longer.toString();
  }

  /// Returns the line end that most lines of the text have.
  private static String lineEnd(String text) {
    int all = 0;
    int windows = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      all++;
      if (at > 0 && text.charAt(at - 1) == '\r') {
        windows++;
      }
    }
    return windows * 2 > all ? "\r\n" : "\n";
  }

  private static List<Notice> negations(List<String> lines, List<String> rules) {
    var notices = new ArrayList<Notice>();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      if (!line.startsWith("!")) {
        continue;
      }
      for (var rule : rules) {
        if (bare(line.substring(1)).equals(bare(rule))) {
          notices.add(
              new Notice(
                  "gitignore-negated",
                  ".gitignore line " + (i + 1) + " (" + line + ") takes back the rule " + rule));
        }
      }
    }
    return notices;
  }

  private static boolean covers(String line, String rule) {
    var wanted = withoutLeadingSlash(rule);
    var present = withoutLeadingSlash(line);
    return present.equals(wanted)
        || (wanted.endsWith("/") && present.equals(wanted.substring(0, wanted.length() - 1)));
  }

  /// Returns the pattern in a line: without byte order mark, and without blanks at the end.
  private static String pattern(String line) {
    var pattern = line.startsWith("\uFEFF") ? line.substring(1) : line;
    int end = pattern.length();
    while (end > 0 && pattern.charAt(end - 1) == ' ') {
      end--;
    }
    boolean escaped = end > 0 && end < pattern.length() && pattern.charAt(end - 1) == '\\';
    return pattern.substring(0, escaped ? end + 1 : end);
  }

  private static String withoutLeadingSlash(String rule) {
    return rule.startsWith("/") ? rule.substring(1) : rule;
  }

  private static String bare(String rule) {
    var bare = withoutLeadingSlash(rule);
    return bare.endsWith("/") ? bare.substring(0, bare.length() - 1) : bare;
  }
}
