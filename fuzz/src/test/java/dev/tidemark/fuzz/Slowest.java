package dev.tidemark.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// Reads inputs and keeps the ones that took longest.
final class Slowest {
  /// How many inputs pass before time is taken: the first ones pay for compiling.
  private static final int WARM_UP = 500;

  private static final int KEPT = 5;
  private static final int REPEATS = 5;

  private final Target target;
  private final long[] times = new long[KEPT];
  private final byte[][] slow = new byte[KEPT][];
  private long count;

  Slowest(Target target) {
    this.target = target;
  }

  /// Reads one input.
  ///
  /// @throws Exception where the reader breaks its promise
  void read(byte[] input) throws Exception {
    long begun = System.nanoTime();
    target.read(input);
    long taken = System.nanoTime() - begun;
    if (++count > WARM_UP && taken > times[0]) {
      keep(taken, input);
    }
  }

  /// The shortest of the kept ones is always the first.
  private void keep(long taken, byte[] input) {
    int at = 0;
    while (at + 1 < KEPT && times[at + 1] < taken) {
      times[at] = times[at + 1];
      slow[at] = slow[at + 1];
      at++;
    }
    times[at] = taken;
    slow[at] = input;
  }

  /// Returns in one line how many inputs were read, how long the slowest takes, and how much memory
  /// the process has had at most. Each of those that seemed slow is read again, so that what the
  /// machine did meanwhile does not count.
  ///
  /// @throws Exception where a reader breaks its promise only now
  String told() throws Exception {
    long slowest = 0;
    int bytes = 0;
    for (var input : slow) {
      long best = input == null ? 0 : Long.MAX_VALUE;
      for (int i = 0; input != null && i < REPEATS; i++) {
        long begun = System.nanoTime();
        target.read(input);
        best = Math.min(best, System.nanoTime() - begun);
      }
      if (input != null && best > slowest) {
        slowest = best;
        bytes = input.length;
      }
    }
    return "TIDEMARK inputs=%d slowest_us=%d bytes=%d peak_kb=%d"
        .formatted(count, TimeUnit.NANOSECONDS.toMicros(slowest), bytes, peak());
  }

  /// Everything that the process has had at once, its code and stacks too; 0 where the system does
  /// not tell.
  private static long peak() throws IOException {
    var status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (var line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    }
    return 0;
  }
}
