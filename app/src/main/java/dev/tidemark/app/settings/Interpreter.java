package dev.tidemark.app.settings;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Interpreter detection: finds the script in the command line of an interpreter.
final class Interpreter {
  private static final List<String> NAMES =
      List.of("node", "nodejs", "bun", "bunx", "deno", "tsx", "sh", "bash", "dash", "zsh", "ruby");

  /// Verbs of interpreters that stand before the script.
  private static final List<String> VERBS = List.of("run", "x", "exec");

  /// Options whose value is a word of its own.
  private static final List<String> VALUED =
      List.of(
          "-r",
          "--require",
          "--import",
          "--loader",
          "--experimental-loader",
          "-C",
          "--conditions",
          "--env-file",
          "--title",
          "-W",
          "-X",
          "-o",
          "-O",
          "--config");

  /// Options behind which code stands, and no script.
  private static final List<String> CODE = List.of("-c", "-e", "--eval", "-p", "--print");

  private Interpreter() {}

  /// Returns the script, or the module that Python runs; null if the program is no interpreter, or
  /// runs code that stands in its command line.
  static @Nullable String script(List<String> words) {
    var name = name(words.getFirst());
    boolean python = name.startsWith("python") || name.startsWith("pypy");
    if (!python && !NAMES.contains(name)) {
      return null;
    }
    for (int i = 1; i < words.size(); i++) {
      var word = words.get(i);
      if (python && word.equals("-m")) {
        return i + 1 < words.size() ? words.get(i + 1) : null;
      }
      if (isCode(word, python || name.endsWith("sh"))) {
        return null;
      }
      if (VALUED.contains(word)) {
        i++;
      } else if (!word.startsWith("-") && !isVerb(name, word)) {
        return word;
      }
    }
    return null;
  }

  private static boolean isVerb(String name, String word) {
    return (name.equals("bun") || name.equals("deno")) && VERBS.contains(word);
  }

  /// Shells and Python take one-letter options together: `bash -lc`. To Node, -c is something else.
  private static boolean isCode(String word, boolean joined) {
    boolean letters = joined && word.startsWith("-") && !word.startsWith("--");
    return letters ? word.endsWith("c") : !word.equals("-c") && CODE.contains(word);
  }

  private static String name(String program) {
    var path = program.replace('\\', '/');
    var name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name;
  }
}
