package dev.tidemark.app.main;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The classes that the start-up cache of what agents call in every step is made of. One that is
/// needed and not among them costs the opening of the jar, each time.
final class Trained {
  private static final Pattern LOADED = Pattern.compile("\\[.*?] (\\S+) source: (.*)");

  private static @Nullable Set<String> classes;

  private Trained() {}

  /// Returns their names; the training is run once.
  static synchronized Set<String> classes() {
    var known = classes;
    if (known == null) {
      known = train();
      classes = known;
    }
    return known;
  }

  private static Set<String> train() {
    try {
      var folder = Files.createTempDirectory("tidemark-trained-");
      try {
        var words = ChildProcess.program("-Xlog:class+load:stdout", "-Xshare:auto");
        words.add("self-train");
        words.add("steps");
        var ran = ChildProcess.command(CommandLineHarness.fresh(folder), words).end();
        if (ran.exit() != 0) {
          throw new AssertionError(ran.err());
        }
        return new HashSet<>(names(ran.lines()));
      } finally {
        SelfTraining.remove(folder);
      }
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
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
