package dev.tidemark.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Reads many inputs without looking at which code they reach, which takes a tenth of the time.
/// They are made of those that Jazzer has kept because they reached something new.
public final class Bulk {
  /// How often it is looked at the clock, in inputs.
  private static final int LOOK = 64;

  private Bulk() {}

  /// Reads inputs until there were enough or the time is up; ends with 77 where one did harm.
  ///
  /// @param words how many inputs, for how many seconds, how long they may be, where the one that
  ///   did harm is left, and the folders to begin from
  public static void main(String[] words) throws Exception {
    long inputs = Long.parseLong(words[0]);
    var corpus = new ArrayList<byte[]>();
    for (var folder : List.of(words).subList(4, words.length)) {
      corpus.addAll(files(Path.of(folder)));
    }
    long seed = System.nanoTime();
    System.err.println("seed " + seed);
    var mutations = new Mutations(new Random(seed), corpus, Integer.parseInt(words[2]));
    try (var target = Driver.target()) {
      var slowest = new Slowest(target);
      long begun = System.nanoTime();
      long end = begun + TimeUnit.SECONDS.toNanos(Long.parseLong(words[1]));
      long count = 0;
      while (count < inputs && (count % LOOK != 0 || System.nanoTime() < end)) {
        var input = mutations.next();
        try {
          slowest.read(input);
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError harm) {
          Files.write(Path.of(words[3], "crash-bulk"), input);
          throw harm;
        }
        count++;
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
      System.err.println("Done " + count + " runs in " + seconds + " second(s)");
      System.err.println(slowest.told());
    }
  }

  private static List<byte[]> files(Path folder) throws IOException {
    var all = new ArrayList<byte[]>();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.add(Files.readAllBytes(file));
      }
    }
    return all;
  }
}
