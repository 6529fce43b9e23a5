package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What others see of the attempts of a runner at work.
class AttemptLogTest {
  private static final String TOKEN = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);

  @TempDir private Path root;
  private AttemptLog log;
  private Path attempt;

  @BeforeEach
  void open() throws IOException {
    log = log();
    attempt = log.open(1, "{}");
  }

  private AttemptLog log() {
    return new AttemptLog(root, new CheckpointId("state", "implement", "auth"));
  }

  private void print(String text) throws IOException {
    Files.writeString(attempt.resolve("out"), text);
  }

  private void end() throws IOException {
    Files.writeString(attempt.resolve("exit"), "0\n");
  }

  @ParameterizedTest
  @CsvSource({"0,''", "1,'c\n'", "2,'b\nc\n'", "3,'a\nb\nc\n'", "9,'a\nb\nc\n'"})
  void as_many_of_the_last_lines_are_shown_as_are_asked_for(int most, String lines)
      throws IOException {
    print("a\nb\nc\n");
    assertThat(log.lastLines(1, false, most)).isEqualTo(lines);
    assertThat(log.lastLines(1, true, most)).isEmpty();
    assertThat(log.lastLines(2, false, most)).isEmpty();
  }

  /// It may be the half of a secret, which nothing recognizes.
  @Test
  void the_line_that_is_being_printed_is_left_out_until_the_agent_has_ended() throws IOException {
    print("first\nhalf");
    assertThat(log.lastLines(1, false, 5)).isEqualTo("first\n");
    end();
    assertThat(log.lastLines(1, false, 5)).isEqualTo("first\nhalf\n");
  }

  @Test
  void secrets_are_not_shown_while_the_attempt_is_under_way() throws IOException {
    print("login with " + TOKEN + "\n-----BEGIN PRIVATE KEY-----\nMIIEvQ\n");
    assertThat(log.lastLines(1, false, 9))
        .startsWith("login with [redacted-")
        .doesNotContain("ghp_", "MIIE");
    assertThat(log.lastLines(1, false, 1)).doesNotContain("MIIE");
  }

  @Test
  void of_a_large_output_the_end_is_read_from_the_beginning_of_a_line_on() throws IOException {
    print("x".repeat(300_000) + "\n" + "line\n".repeat(60_000) + "last\n");
    assertThat(log.lastLines(1, false, 2)).isEqualTo("line\nlast\n");
    assertThat(log.lastLines(1, false, 60_000)).startsWith("…").hasSizeLessThan(66_000);
    print("y".repeat(300_000) + "\n");
    assertThat(log.lastLines(1, false, 1)).hasSizeLessThan(66_000);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right there")
  void no_output_is_read_through_a_link(@TempDir Path other) throws IOException {
    Files.writeString(other.resolve("out"), "of the user\n");
    Files.createSymbolicLink(attempt.resolveSibling("2"), other);
    Files.createSymbolicLink(attempt.resolve("out"), other.resolve("out"));
    for (int number = 1; number <= 2; number++) {
      assertThat(log.lastLines(number, false, 5)).isEmpty();
      assertThat(log.text(number, false)).isEmpty();
    }
    assertThat(log.hasAttempt(1)).isTrue();
    assertThat(log.hasAttempt(2)).isFalse();
  }

  @Test
  void those_who_ask_at_once_do_not_take_each_other_for_runners() throws Exception {
    log.lock();
    log.close();
    try (var threads = Executors.newFixedThreadPool(8)) {
      var asking = Collections.nCopies(200, (Callable<Boolean>) () -> log().isRunning());
      for (var answer : threads.invokeAll(asking)) {
        assertThat(answer.get()).isFalse();
      }
    }
    try (var runner = log()) {
      assertThat(runner.lock()).isTrue();
      assertThat(log.isRunning()).isTrue();
    }
    assertThat(log.isRunning()).isFalse();
  }
}
