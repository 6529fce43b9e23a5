package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Processes in which inputs are made up for one target, or for all: first by Jazzer, which looks
/// at the code that they reach, then many more of those that it has kept.
final class Campaign {
  /// A single input may take no longer, in seconds, on a machine that has much else to do.
  private static final int PATIENCE_SECONDS = 60;

  private static final int INPUT_BYTES_MAX = 8 * 1024;
  private static final Pattern RESULT =
      Pattern.compile("TIDEMARK inputs=(\\d+) slowest_us=(\\d+) bytes=(\\d+) peak_kb=(\\d+)");
  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

  private final String name;
  private final Path folder;

  private Campaign(String name) {
    this.name = name;
    this.folder = Path.of("target", "fuzz", name.isEmpty() ? "all" : name).toAbsolutePath();
  }

  /// What came of it.
  ///
  /// @param exit 0 if nothing was found
  /// @param inputs how many inputs were tried
  /// @param seconds how long that took
  /// @param slowest how long the slowest takes, and how many bytes it has
  /// @param peak what the process has had of memory at most, in MB
  /// @param log what was said
  record Result(int exit, long inputs, long seconds, String slowest, long peak, String log) {
    /// How many inputs a second; what took less than a second counts as one.
    long rate() {
      return inputs / Math.max(1, seconds);
    }
  }

  /// A campaign of one target.
  static Campaign of(Targets target) {
    return new Campaign(target.word());
  }

  /// A campaign of all targets, which take turns.
  static Campaign ofAll() {
    return new Campaign("");
  }

  /// Tries inputs that Jazzer makes up.
  ///
  /// @param inputs how many at most
  /// @param seconds for how long at most
  Result guided(long inputs, long seconds) throws IOException, InterruptedException {
    sow(Files.createDirectories(seeds()));
    Files.createDirectories(corpus());
    return run(
        "guided",
        seconds,
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + Driver.class.getName(),
            "--instrumentation_includes=dev.tidemark.**",
            "--custom_hook_includes=dev.tidemark.**",
            // Targets connect to servers of their own.
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
            "-runs=" + inputs,
            "-max_total_time=" + seconds,
            "-timeout=" + PATIENCE_SECONDS,
            "-max_len=" + INPUT_BYTES_MAX,
            "-rss_limit_mb=0",
            "-artifact_prefix=" + folder + "/",
            corpus().toString(),
            seeds().toString()));
  }

  /// Tries inputs that are made of those that Jazzer has kept.
  ///
  /// @param inputs how many at most
  /// @param seconds for how long at most
  Result bulk(long inputs, long seconds) throws IOException, InterruptedException {
    return run(
        "bulk",
        seconds,
        List.of(
            Bulk.class.getName(),
            Long.toString(inputs),
            Long.toString(seconds),
            Integer.toString(INPUT_BYTES_MAX),
            folder.toString(),
            corpus().toString(),
            seeds().toString()));
  }

  private Path seeds() {
    return folder.resolve("seeds");
  }

  private Path corpus() {
    return folder.resolve("corpus");
  }

  /// A process that does not end is as bad as one that fails.
  private Result run(String phase, long seconds, List<String> words)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(java());
    line.addAll(words);
    var log = folder.resolve(phase + ".log");
    var process =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      boolean ended = process.waitFor(2 * seconds + 300, TimeUnit.SECONDS);
      return result(ended ? process.exitValue() : -1, Files.readString(log, UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  private List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:+EnableDynamicAgentLoading",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Dtidemark.fuzz.target=" + name,
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
  }

  private void sow(Path seeds) throws IOException {
    for (var target : Targets.values()) {
      if (name.isEmpty() || name.equals(target.word())) {
        int number = 0;
        for (var file : Corpus.of(target)) {
          var bytes = Files.readAllBytes(file);
          var seed = seeds.resolve(target.word() + "-" + number++);
          Files.write(seed, name.isEmpty() ? chosen(target, bytes) : bytes);
        }
      }
    }
  }

  private static byte[] chosen(Targets target, byte[] bytes) {
    var with = new byte[bytes.length + 1];
    with[0] = (byte) target.ordinal();
    System.arraycopy(bytes, 0, with, 1, bytes.length);
    return with;
  }

  private static Result result(int exit, String log) {
    var result = RESULT.matcher(log);
    var done = DONE.matcher(log);
    if (!result.find() || !done.find()) {
      return new Result(exit == 0 ? -1 : exit, 0, 0, "unknown", 0, log);
    }
    var slowest = result.group(2) + " us (" + result.group(3) + " bytes)";
    long inputs = Long.parseLong(result.group(1));
    long peak = Long.parseLong(result.group(4)) / 1024;
    return new Result(exit, inputs, Long.parseLong(done.group(2)), slowest, peak, log);
  }
}
