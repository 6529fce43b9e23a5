package dev.tidemark.app.growth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Complexity test: every verb and hook on a file of some size and of four times that size. Bytes
/// allocated and CPU time of the process (a hook has a thread of its own) may grow by 2.6 for each
/// doubling; quadratic work grows by 4. CPU time is measured again before it counts: the least of
/// several tries is compared. A sample tries each verb on some of the files, and each file with
/// some of the verbs.
@LongProof
class LinearGrowthTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final double GROWTH_MAX = 2.6 * 2.6;
  private static final int TRIES = 4;

  /// Less is start-up cost, compilation by the JVM and buffers that grow in steps; the clock of a
  /// process counts in steps of 10 ms.
  private static final long NANOS_MIN = 250_000_000;

  private static final long BYTES_MIN = 24L << 20;

  /// Nanoseconds of CPU for 5 MB: 2 s are promised and measured by `bench`; a build machine that is
  /// busy and compiles less needs more. Quadratic work took 1,365 s.
  private static final long LARGEST_NANOS = 20_000_000_000L;

  private static final List<String> VERBS =
      List.of(
          "list",
          "list --all --json",
          "status RUN",
          "status --json RUN",
          "resume RUN",
          "resume --json --full RUN",
          "history RUN",
          "show RUN",
          "diff RUN",
          "validate RUN",
          "plan RUN",
          "why",
          "gate RUN",
          "statusline",
          "doctor",
          "adopt --dry-run",
          "note --decision yes RUN",
          "CHANGE",
          "enter zz RUN",
          "done p --summary s RUN",
          "skip zz RUN",
          "approve zz RUN",
          "task add T9 RUN",
          "undo RUN",
          "restore --to 1 --dry-run RUN",
          "finish --dry-run RUN",
          "hook claude-code SessionStart",
          "hook claude-code UserPromptSubmit",
          "hook claude-code PreToolUse",
          "hook claude-code PreCompact",
          "hook claude-code Stop",
          "hook claude-code SessionEnd");

  @TempDir private Path temp;

  private record Cost(long nanos, long bytes) {
    Cost least(Cost other) {
      return new Cost(Math.min(nanos, other.nanos), Math.min(bytes, other.bytes));
    }

    /// The least time and the most bytes: a hook that ran out of time allocated too little.
    Cost leastTime(Cost other) {
      return new Cost(Math.min(nanos, other.nanos), Math.max(bytes, other.bytes));
    }

    boolean isSuperlinear(Cost small) {
      return (nanos > NANOS_MIN && nanos > GROWTH_MAX * small.nanos)
          || (bytes > BYTES_MIN && bytes > GROWTH_MAX * small.bytes);
    }
  }

  private static Ran run(CommandLineHarness tidemark, LargeFile file, String verb) {
    var protocol = file.protocol();
    var line = verb.equals("CHANGE") ? protocol.change() : verb;
    var event =
        "{\"session_id\":\"s\",\"cwd\":\"%s\",\"prompt\":\"go on\",\"tool_name\":\"Bash\","
            + "\"tool_input\":{\"command\":\"ls\"}}";
    return tidemark
        .given(event.formatted(tidemark.scratch().root()))
        .run(line.replace("RUN", "--run " + protocol.run()));
  }

  private static Cost cost(CommandLineHarness tidemark, LargeFile file, String verb, int times) {
    tidemark.scratch().write(file.path(), file.text(times));
    long nanos = SYSTEM.getProcessCpuTime();
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    var ran = run(tidemark, file, verb);
    var cost =
        new Cost(
            SYSTEM.getProcessCpuTime() - nanos, THREADS.getTotalThreadAllocatedBytes() - bytes);
    assertThat(ran.exit()).as("%s %s: %.300s", file, verb, ran.err()).isBetween(0, 5);
    assertThat(ran.err()).as("%s %s", file, verb).doesNotContain("\tat ", "OutOfMemory");
    return cost;
  }

  /// Each size has a project of its own, so that both are measured with the same history.
  private CommandLineHarness project(String name) throws IOException {
    return Protocol.all(Files.createDirectory(temp.resolve(name))).after("adopt");
  }

  @ParameterizedTest
  @EnumSource
  void work_grows_at_most_linearly_with_a_file(LargeFile file) throws IOException {
    var small = project("small");
    var large = project("large");
    var failures = new ArrayList<String>();
    for (var verb : VERBS) {
      var less = cost(small, file, verb, 1);
      var more = cost(large, file, verb, 4);
      for (int i = 1; i < TRIES && more.isSuperlinear(less); i++) {
        less = less.leastTime(cost(small, file, verb, 1));
        more = more.least(cost(large, file, verb, 4));
      }
      if (more.isSuperlinear(less)) {
        failures.add(verb + ": " + less + " -> " + more);
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void the_largest_file_that_is_read_stops_no_verb() {
    var tidemark = Protocol.all(temp).after("adopt");
    var file = LargeFile.STATE_PENDING;
    for (var verb : List.of("list", "resume RUN", "CHANGE", "hook claude-code SessionStart")) {
      var cost = cost(tidemark, file, verb, 4_800_000 / file.text(1).length());
      assertThat(cost.nanos()).as(verb).isLessThan(LARGEST_NANOS);
    }
  }
}
