package dev.tidemark.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A hostile checkout as data: one file of `fuzz/hostile-projects`, whose README describes the
/// form.
///
/// @param name the name of its file
/// @param steps the lines in order, each with the lines of content below it
record Checkout(String name, List<Step> steps) {
  private static final Set<String> KEYS =
      Set.of(
          "attacks",
          "must-not",
          "from",
          "on",
          "phase",
          "file",
          "append",
          "replace",
          "remove",
          "folder",
          "link",
          "fifo",
          "socket",
          "sparse",
          "mode",
          "time",
          "git",
          "env",
          "run",
          "refused",
          "shows",
          "reads");

  /// One line.
  ///
  /// @param key what is done
  /// @param value with what
  /// @param content the lines below, escapes replaced
  record Step(String key, String value, String content) {}

  /// Reads all checkouts below a folder, in the order of their names.
  static List<Checkout> below(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      var checkouts = new ArrayList<Checkout>();
      for (var file : files.filter(each -> each.toString().endsWith(".txt")).sorted().toList()) {
        checkouts.add(parse(file.getFileName().toString().replace(".txt", ""), read(file)));
      }
      return checkouts;
    }
  }

  private static List<String> read(Path file) throws IOException {
    return Files.readAllLines(file);
  }

  private static Checkout parse(String name, List<String> lines) {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < lines.size(); ) {
      var line = lines.get(i++);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(':');
      var key = colon < 0 ? line : line.substring(0, colon);
      if (!KEYS.contains(key)) {
        throw new IllegalArgumentException(name + ", line " + i + ": no key " + key);
      }
      var content = new StringBuilder();
      while (i < lines.size() && isContent(lines.get(i))) {
        append(lines.get(i++), content);
      }
      steps.add(new Step(key, line.substring(colon + 1).strip(), content.toString()));
    }
    return new Checkout(name, List.copyOf(steps));
  }

  private static boolean isContent(String line) {
    return line.startsWith("|") || line.startsWith("+ ") || line.startsWith("* ");
  }

  private static void append(String line, StringBuilder to) {
    switch (line.charAt(0)) {
      case '|' -> to.append(line.length() > 1 ? line.substring(2) : "").append('\n');
      case '+' -> to.append(unescaped(line.substring(2)));
      default -> {
        int blank = line.indexOf(' ', 2);
        int times = Integer.parseInt(line.substring(2, blank));
        var text = unescaped(line.substring(blank + 1));
        for (int i = 0; i < times; i++) {
          to.append(text.replace("#", Integer.toString(i)));
        }
      }
    }
  }

  private static String unescaped(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char kind = text.charAt(++i);
      if (kind == 'u') {
        out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        out.append(kind == 'n' ? '\n' : kind == 't' ? '\t' : kind);
      }
    }
    return out.toString();
  }

  /// Returns the value of the first line with that key, or what stands in for it.
  String value(String key, String otherwise) {
    for (var step : steps) {
      if (step.key().equals(key)) {
        return step.value();
      }
    }
    return otherwise;
  }

  /// Returns the values of all lines with that key.
  List<String> values(String key) {
    return steps.stream().filter(step -> step.key().equals(key)).map(Step::value).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
