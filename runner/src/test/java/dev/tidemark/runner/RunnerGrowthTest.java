package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hundreds of phases in one process and one work tree, as in a night: nothing grows but the
/// history.
@EnabledOnOs(value = OS.LINUX, disabledReason = "files and processes are counted in /proc")
@LongProof
class RunnerGrowthTest {
  private static final int PHASES = Integer.getInteger("tidemark.proof.runner-phases", 100);

  /// How many attempts of a run are kept.
  private static final int KEPT = 20;

  /// Of how many phases at the beginning and at the end the time is printed.
  private static final int SHOWN = Math.min(50, PHASES / 2);

  private static final int SLACK = 4;
  private static final long HEAP_SLACK = 8 << 20;

  @TempDir private Path folder;

  /// Resources of this process.
  private record Sample(long files, int threads, long children, long heap) {
    static Sample taken() throws IOException {
      // Twice: a first collection may leave what references held.
      System.gc();
      System.gc();
      try (var files = Files.list(Path.of("/proc/self/fd"))) {
        return new Sample(
            files.count(),
            ManagementFactory.getThreadMXBean().getThreadCount(),
            ProcessHandle.current().descendants().count(),
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 50})
  void nothing_grows_with_the_number_of_runs_and_phases(int most) throws IOException {
    int runs = Math.min(most, PHASES);
    int each = PHASES / runs;
    var phases = IntStream.rangeClosed(1, each).mapToObj(n -> "p" + n).toArray(String[]::new);
    var project = RunnerProject.in(folder);
    var times = new ArrayList<Long>();
    long[] begin = {0};
    project.heard =
        text -> {
          if (text.contains(" ended: ")) {
            times.add(System.nanoTime() - begin[0]);
            begin[0] = System.nanoTime();
          }
        };
    var samples = new ArrayList<Sample>();
    for (int run = 1; run <= runs; run++) {
      project.at(new CheckpointId("state", "implement", "night-" + run)).start(phases);
      begin[0] = System.nanoTime();
      var result = project.run("ok");
      assertThat(result.status()).isEqualTo(Status.DONE);
      assertThat(result.attempts()).isEqualTo(each);
      samples.add(Sample.taken());
    }
    var early = samples.get(runs / 10);
    var late = samples.getLast();
    System.out.printf(
        "%d runs of %d phases: %.0f ms a phase in the first %d, %.0f ms in the last %d;"
            + " heap %.1f and %.1f MB, files %d and %d, threads %d and %d%n",
        runs,
        each,
        mean(times.subList(0, SHOWN)),
        SHOWN,
        mean(times.subList(times.size() - SHOWN, times.size())),
        SHOWN,
        early.heap / 1e6,
        late.heap / 1e6,
        early.files,
        late.files,
        early.threads,
        late.threads);
    assertThat(late.children).as("processes").isZero();
    assertThat(late.files).as("open files").isLessThanOrEqualTo(early.files + SLACK);
    assertThat(late.threads).as("threads").isLessThanOrEqualTo(early.threads + SLACK);
    assertThat(late.heap).as("heap").isLessThanOrEqualTo(early.heap + HEAP_SLACK);
    assertThat(kept(project.root.resolve(".git/tidemark/main/attempts")))
        .isEqualTo(runs * Math.min(each, KEPT));
  }

  private static double mean(List<Long> nanos) {
    return nanos.stream().mapToLong(Long::longValue).average().orElse(0) / 1e6;
  }

  /// Returns how many attempts are kept; nothing else is.
  private static int kept(Path attempts) throws IOException {
    int kept = 0;
    for (var run : children(attempts)) {
      for (var child : children(run)) {
        if (Files.isDirectory(child)) {
          assertThat(child.getFileName().toString()).containsOnlyDigits();
          assertThat(children(child))
              .extracting(file -> file.getFileName().toString())
              .containsExactlyInAnyOrder(
                  "in", "out", "err", "pid", "exit", AgentAdapter.SCHEMA_FILE);
          kept++;
        } else {
          assertThat(child).hasFileName("lock");
        }
      }
    }
    return kept;
  }

  private static List<Path> children(Path folder) throws IOException {
    try (var children = Files.list(folder)) {
      return children.toList();
    }
  }
}
