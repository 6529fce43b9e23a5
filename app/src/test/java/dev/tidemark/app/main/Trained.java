package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The classes that the start-up caches are made of. One that a verb needs and that is not in its
/// cache costs the opening of the jar, each time.
final class Trained {
  private static final Pattern LOADED = Pattern.compile("\\[.*?] (\\S+) source: (.*)");
  private static final Pattern KIND = Pattern.compile("\\s*([a-z |]+)\\) kind=([a-z]+) ;;");

  /// The time limit of a training on a busy machine, in seconds.
  private static final int TRAINING = 600;

  private static final Map<String, Set<String>> CACHES = new HashMap<>();

  private Trained() {}

  /// Returns the names of the classes in the cache that the launcher takes for this verb; each
  /// training is run once.
  static synchronized Set<String> classes(String verb) {
    return CACHES.computeIfAbsent(cache(verb), Trained::train);
  }

  /// Returns what the launcher chooses, where there is a run.
  private static String cache(String verb) {
    for (var line : launcher()) {
      var match = KIND.matcher(line);
      if (match.matches() && List.of(match.group(1).split(" \\| ", -1)).contains(verb)) {
        return match.group(2);
      }
    }
    assertThat(launcher()).contains("kind=command");
    return "command";
  }

  private static List<String> launcher() {
    try {
      return Files.readAllLines(Repository.root().resolve("build/dist/launch.sh"));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /// Runs the training of the build with the classes under test.
  private static Set<String> train(String cache) {
    try {
      var folder = Files.createTempDirectory("tidemark-trained-");
      try {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var root = Repository.root();
        var training = root.resolve("build/Training.java").toString();
        var words = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", training, root.toString()));
        words.addAll(List.of(java, ChildProcess.classPath(), folder.toString(), cache));
        // It runs some fifty commands, one after the other.
        var ran = ChildProcess.command(CommandLineHarness.fresh(folder), words).end(TRAINING);
        if (ran.exit() != 0) {
          throw new AssertionError(ran.err());
        }
        var names = new HashSet<String>();
        for (var line : Files.readAllLines(folder.resolve(cache + ".classes"))) {
          names.add(line.replace('/', '.'));
        }
        return names;
      } finally {
        Tree.remove(folder);
      }
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /// Adds the checkpoint files of other tools that the training of the build has in that project.
  static void addFiles(String project, ScratchRepository scratch) throws IOException {
    var folder = Repository.root().resolve("build/training/files").resolve(project);
    var time = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (var walk = Files.walk(folder)) {
      for (var file : walk.filter(Files::isRegularFile).toList()) {
        var text = Files.readString(file).replace("NOW", time.toString());
        scratch.write(
            folder.relativize(file).toString(),
            text.replace("EARLIER", time.minus(1, ChronoUnit.HOURS).toString()));
      }
    }
  }

  /// Returns the classes that the program itself loaded, or made the JDK load: not those that every
  /// JVM starts with.
  static List<String> loaded(CommandLineHarness tidemark, String line) {
    var words = ChildProcess.program("-Xlog:class+load:stdout", "-Xshare:auto");
    words.addAll(CommandLineHarness.split(line));
    var ran = ChildProcess.command(tidemark, words).end();
    if (ran.exit() != 0) {
      throw new AssertionError(ran.err());
    }
    return names(ran.lines());
  }

  /// Returns the classes that were loaded from the program's own on, by the log of a JVM.
  static List<String> names(List<String> log) {
    var names = new ArrayList<String>();
    boolean begun = false;
    for (var row : log) {
      var match = LOADED.matcher(row);
      if (match.matches()) {
        begun |= match.group(1).equals(Main.class.getName());
        if (begun) {
          names.add(match.group(1));
        }
      }
    }
    return names;
  }
}
