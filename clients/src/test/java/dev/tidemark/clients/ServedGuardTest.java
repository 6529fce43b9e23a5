package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The guard of the distribution, answered by a running server: under load, and where the server
/// stands still.
@Proves("R-USR-18")
class ServedGuardTest {
  private static final int CALLS = 1_000;
  private static final int BUSY_PER_CORE = 20;

  /// The time that an agent waits for a guard.
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  @TempDir private Path temp;
  private Workspace workspace;
  private Process server;

  @BeforeEach
  void serve() throws IOException {
    Installation.assume();
    workspace = Workspace.in(temp).withRun();
    var builder = new ProcessBuilder(Installation.tidemark().toString(), "mcp");
    builder.directory(workspace.root().toFile());
    builder.environment().clear();
    builder.environment().putAll(workspace.environment());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    server = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  @AfterEach
  void stop() {
    server.destroyForcibly();
  }

  /// Lets the guard look at the removal of the journal; returns the exit code and the time.
  private long[] attack() throws IOException, InterruptedException {
    var folder = JsonString.of(workspace.root().toString());
    var event =
        "{\"session_id\":\"s\",\"cwd\":%s,\"tool_name\":\"Bash\","
            + "\"tool_input\":{\"command\":\"rm -rf .git/tidemark\"}}";
    var words = List.of(Installation.tidemark().toString(), "hook", "claude-code", "PreToolUse");
    var builder = new ProcessBuilder(words).directory(workspace.root().toFile());
    builder.environment().clear();
    builder.environment().putAll(workspace.environment());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    long begin = System.nanoTime();
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var input = process.getOutputStream()) {
      input.write(event.formatted(folder).getBytes(UTF_8));
    }
    return new long[] {process.waitFor(), System.nanoTime() - begin};
  }

  @Test
  void a_server_that_stands_still_opens_nothing() throws IOException, InterruptedException {
    assertThat(attack()[0]).isEqualTo(2);
    signal("STOP");

    assertThat(attack()[0]).isEqualTo(2);

    signal("CONT");
    assertThat(attack()[0]).isEqualTo(2);
  }

  private void signal(String name) throws IOException, InterruptedException {
    // The program kill is not everywhere, the one of the shell is.
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + server.pid()).start().waitFor();
  }

  @LongProof
  @Test
  void under_load_every_call_is_answered_in_time() throws Exception {
    assertThat(attack()[0]).isEqualTo(2);
    var busy = new ArrayList<Process>();
    try (var callers = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < BUSY_PER_CORE * Runtime.getRuntime().availableProcessors(); i++) {
        busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      var calls = new ArrayList<Callable<long[]>>();
      for (int i = 0; i < CALLS; i++) {
        calls.add(this::attack);
      }
      var times = new ArrayList<Long>();
      for (var call : callers.invokeAll(calls)) {
        assertThat(call.get()[0]).isEqualTo(2);
        times.add(call.get()[1]);
      }
      times.sort(null);
      System.out.printf(
          "served guard under load: %d calls, median %d ms, 99th percentile %d ms, slowest %d ms%n",
          CALLS,
          millis(times, CALLS / 2),
          millis(times, CALLS * 99 / 100),
          millis(times, CALLS - 1));
      assertThat(times.getLast()).isLessThan(LIMIT_NANOS);
    } finally {
      busy.forEach(Process::destroyForcibly);
    }
    assertThat(Files.exists(workspace.root().resolve(".git/tidemark"))).isTrue();
  }

  private static long millis(List<Long> nanos, int at) {
    return TimeUnit.NANOSECONDS.toMillis(nanos.get(at));
  }
}
