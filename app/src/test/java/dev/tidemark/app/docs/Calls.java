package dev.tidemark.app.docs;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Finds calls in the sources that are shipped, as text: enough to know which messages there are.
final class Calls {
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

  private Calls() {}

  /// One call: what is called, and each argument as its string literals.
  public record Found(String file, String name, List<List<String>> arguments) {
    List<String> texts() {
      return arguments.stream().flatMap(List::stream).toList();
    }
  }

  /// Returns the calls of what a pattern matches, up to the opening parenthesis.
  static List<Found> of(String callee) throws IOException {
    var pattern = Pattern.compile("\\b(" + callee + ")\\(");
    var found = new ArrayList<Found>();
    for (var file : sources()) {
      var source = COMMENT.matcher(Files.readString(file)).replaceAll("");
      var matcher = pattern.matcher(source);
      while (matcher.find()) {
        var name = String.valueOf(file.getFileName());
        found.add(new Found(name, matcher.group(1), arguments(source, matcher.end())));
      }
    }
    return found;
  }

  private static List<Path> sources() throws IOException {
    var all = new ArrayList<Path>();
    for (var module : Repository.MODULES) {
      try (var files = Files.walk(Repository.root().resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }

  private static List<List<String>> arguments(String source, int begin) {
    var arguments = new ArrayList<List<String>>();
    int depth = 1;
    int from = begin;
    int at = begin;
    while (depth > 0) {
      char c = source.charAt(at);
      if (c == '"') {
        at = endOfLiteral(source, at);
      } else if (c == '\'') {
        at += source.charAt(at + 1) == '\\' ? 3 : 2;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      }
      if (depth == 0 || (depth == 1 && c == ',')) {
        arguments.add(literals(source.substring(from, at)));
        from = at + 1;
      }
      at++;
    }
    return arguments;
  }

  private static int endOfLiteral(String source, int begin) {
    int at = begin + 1;
    while (source.charAt(at) != '"') {
      at += source.charAt(at) == '\\' ? 2 : 1;
    }
    return at;
  }

  private static List<String> literals(String argument) {
    var joined = JOINT.matcher(argument).replaceAll("");
    return LITERAL
        .matcher(joined)
        .results()
        .map(literal -> literal.group(1).replace("\\\"", "\"").replace("\\\\", "\\"))
        .toList();
  }
}
