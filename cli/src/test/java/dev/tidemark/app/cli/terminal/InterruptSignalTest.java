package dev.tidemark.app.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "env of GNU sets what is done with a signal")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class InterruptSignalTest {

  /// A process that prints how many interrupts it got, one line each, until it reads a dot, and
  /// ends at the end of its input.
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] words) throws IOException {
      var count = new AtomicInteger();
      Runnable action = () -> System.out.println("interrupt " + count.incrementAndGet());
      try (var _ = new InterruptSignal(action)) {
        System.out.println("ready");
        while (System.in.read() == '\n') {}
      }
      System.out.println("end");
      while (System.in.read() >= 0) {}
    }
  }

  /// Whatever this process does with the signal, which a process in the background ignores.
  private static Process start(String option) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            "env",
            option,
            java,
            "-cp",
            System.getProperty("java.class.path"),
            Interrupted.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    var kill = new ProcessBuilder("sh", "-c", "kill -s INT " + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void an_interrupt_calls_the_action_until_it_is_closed_and_then_ends_the_process()
      throws Exception {
    var process = start("--default-signal=INT");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("ready");
      interrupt(process);
      assertThat(output.readLine()).isEqualTo("interrupt 1");
      interrupt(process);
      assertThat(output.readLine()).isEqualTo("interrupt 2");
      process.getOutputStream().write('.');
      process.getOutputStream().flush();
      assertThat(output.readLine()).isEqualTo("end");
      interrupt(process);
      assertThat(output.readLine()).isNull();
    }
    assertThat(process.waitFor()).as("killed by the signal").isEqualTo(128 + 2);
  }

  @Test
  void an_ignored_interrupt_stays_ignored() throws Exception {
    var process = start("--ignore-signal=INT");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("ready");
      interrupt(process);
      process.getOutputStream().close();
      assertThat(output.readLine()).isEqualTo("end");
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }
}
