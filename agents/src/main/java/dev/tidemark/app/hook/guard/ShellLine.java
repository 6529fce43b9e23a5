package dev.tidemark.app.hook.guard;

import java.util.ArrayList;
import java.util.List;

/// Splits a shell line for the guards: into commands at separators, and a command into words at
/// blanks.
///
/// Quotes are not interpreted: a separator inside them only makes commands that are judged alone,
/// and [#bare] takes quotes off a word. Expansions of the shell stay unexpanded.
final class ShellLine {
  private ShellLine() {}

  /// Returns the commands of a line.
  static List<String> commands(String line) {
    var commands = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i <= line.length(); i++) {
      if (i == line.length() || separates(line, i)) {
        commands.add(line.substring(start, i));
        start = i + 1;
      }
    }
    return commands;
  }

  /// Returns the words of a command.
  static List<String> words(String command) {
    var words = new ArrayList<String>();
    int start = -1;
    for (int i = 0; i <= command.length(); i++) {
      boolean blank = i == command.length() || Character.isWhitespace(command.charAt(i));
      if (blank && start >= 0) {
        words.add(command.substring(start, i));
      }
      start = blank ? -1 : start < 0 ? i : start;
    }
    return words;
  }

  /// Returns whether a word sets a variable for the command behind it.
  static boolean isAssignment(String word) {
    int equals = word.indexOf('=');
    return equals > 0 && Character.isLetter(word.charAt(0));
  }

  /// Returns a word without quotes.
  static String bare(String word) {
    return word.replace("\"", "").replace("'", "");
  }

  /// Returns the name of a program without its folder.
  static String program(String word) {
    var bare = bare(word);
    return bare.substring(bare.lastIndexOf('/') + 1);
  }

  /// Returns whether a word starts this program.
  static boolean isTidemark(String word) {
    var name = program(word);
    return name.equals("tidemark") || name.equals("tidemark-agent");
  }

  /// `>|` and `>&` redirect and do not separate.
  private static boolean separates(String line, int at) {
    char c = line.charAt(at);
    if ((c == '|' || c == '&') && at > 0 && line.charAt(at - 1) == '>') {
      return false;
    }
    return c == ';' || c == '|' || c == '&' || c == '\n' || c == '`' || c == '(' || c == ')';
  }
}
