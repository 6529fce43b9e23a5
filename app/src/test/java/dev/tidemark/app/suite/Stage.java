package dev.tidemark.app.suite;

import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Where one scenario takes place, step by step.
final class Stage {
  private static final List<String> WITHOUT_RUN = List.of("start", "brief", "task");

  private final Adapter adapter;
  private final String run;
  private CommandLineHarness at;
  private ScratchRepository scratch;

  /// A step that the tool has nothing for.
  static final class CannotException extends Exception {
    private static final long serialVersionUID = 1;

    CannotException(String step) {
      super(step);
    }
  }

  Stage(Adapter adapter, Path folder, String run) {
    this.adapter = adapter;
    this.run = run;
    this.at = CommandLineHarness.fresh(folder);
    this.scratch = at.scratch();
  }

  /// Returns what whoever comes next is told.
  String brief() throws CannotException {
    return called(List.of("brief", "--run", run));
  }

  void take(String step) throws CannotException, IOException {
    int call = step.indexOf("$ ");
    if (call < 0) {
      world(step);
      return;
    }
    var before = step.substring(0, call).strip().split(" ");
    switch (before[0]) {
      case "" -> called(words(step.substring(2)));
      case "killed" -> {
        var words = new ArrayList<>(List.of("killed", before[1]));
        words.addAll(words(step.substring(call + 2)));
        called(words);
      }
      case "repeat" -> {
        for (int i = 1; i <= Integer.parseInt(before[1]); i++) {
          called(words(step.substring(call + 2).replace("%", Integer.toString(i))));
        }
      }
      case "both" -> both(step.substring(call + 2).split(" \\$ "));
      default -> throw new AssertionError("no such step: " + step);
    }
  }

  private void both(String[] lines) {
    var calls = new ArrayList<CompletableFuture<String>>();
    for (var line : lines) {
      calls.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return called(words(line));
                } catch (CannotException never) {
                  throw new AssertionError(never);
                }
              }));
    }
    calls.forEach(CompletableFuture::join);
  }

  /// Returns the words of a call, with the run it is about.
  private List<String> words(String line) {
    var words = new ArrayList<>(ShellWords.of(unescaped(line).replace('"', '\'')));
    if (words.getFirst().equals("start") && (words.size() == 1 || words.get(1).startsWith("--"))) {
      words.add(1, run);
    }
    boolean named = words.contains("--run");
    if (words.getFirst().equals("start") && named) {
      int option = words.indexOf("--run");
      words.remove(option + 1);
      words.remove(option);
    } else if (!named && !words.getFirst().equals("start")) {
      words.addAll(List.of("--run", run));
    }
    return words;
  }

  private String called(List<String> words) throws CannotException {
    var ran = adapter.call(at, words);
    if (ran.exit() == Adapter.CANNOT && !WITHOUT_RUN.contains(words.getFirst())) {
      throw new CannotException(String.join(" ", words));
    }
    if (ran.exit() != 0) {
      throw new AssertionError(words + " ended with " + ran);
    }
    return ran.out();
  }

  private void world(String step) throws IOException {
    int blank = step.indexOf(' ');
    var verb = blank < 0 ? step : step.substring(0, blank);
    var rest = blank < 0 ? "" : step.substring(blank + 1);
    switch (verb) {
      case "write", "append", "prepend", "edit" -> change(verb, rest);
      case "git" -> scratch.git(rest.split(" "));
      case "fails" -> scratch.accepts(rest.substring("git ".length()).split(" "));
      case "clone" -> scratch.git(("clone -q " + absolute(rest)).split(" "));
      case "commit" -> scratch.commit(rest);
      case "commits" -> {
        for (int i = 0; i < Integer.parseInt(rest); i++) {
          scratch.write("counted.txt", rest + " " + i + " " + scratch.git("rev-parse", "HEAD"));
          scratch.commit("Number " + i);
        }
      }
      case "in" -> at = at.from(path(rest));
      default -> files(verb, rest.split(" "));
    }
  }

  /// A clone needs an address, or git would copy everything.
  private String absolute(String rest) {
    var words = rest.split(" ");
    return words[0] + " file://" + path(words[1]) + " " + path(words[2]);
  }

  private Path path(String name) {
    return scratch.root().resolve(name).normalize();
  }

  private void change(String verb, String rest) throws IOException {
    int arrow = rest.indexOf(" <-");
    var name = rest.substring(0, arrow);
    var text = unescaped(rest.substring(Math.min(rest.length(), arrow + 4)));
    var file = path(name);
    var there = Files.isRegularFile(file) ? Files.readString(file) : "";
    if (verb.equals("edit")) {
      var parts = text.split(" => ", 2);
      if (!there.contains(parts[0])) {
        throw new AssertionError(parts[0] + " is not in " + there);
      }
      text = there.replace(parts[0], parts[1]);
    } else if (verb.equals("append")) {
      text = there + text;
    } else if (verb.equals("prepend")) {
      text = text + there;
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void files(String verb, String[] words) throws IOException {
    var file = path(words[0]);
    switch (verb) {
      case "delete" -> delete(file);
      case "cut" -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), number(words)));
      case "shorten" -> {
        var bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - number(words)));
      }
      case "zeros" -> Files.write(file, new byte[number(words)]);
      case "many" -> {
        for (int i = 1; i <= number(words); i++) {
          scratch.write(words[0] + i + ".md", "part " + i + "\n");
        }
      }
      case "move" -> move(file, path(words[1]));
      case "copy" -> copy(file, path(words[1]));
      default -> throw new AssertionError("no such step: " + verb);
    }
  }

  private static int number(String[] words) {
    return Integer.parseInt(words[1]);
  }

  private static void delete(Path path) throws IOException {
    try (var all = Files.walk(path)) {
      for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private void move(Path from, Path to) throws IOException {
    boolean home = from.equals(scratch.root());
    Files.move(from, to);
    if (home) {
      scratch = scratch.at(to);
      at = at.from(to);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (var each : all.toList()) {
        var copy = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(each, copy);
        }
      }
    }
  }

  private static String unescaped(String text) {
    var plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == 'n') {
        plain.append('\n');
        i++;
      } else if (c == '\\' && i + 5 < text.length() && text.charAt(i + 1) == 'u') {
        plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
