package dev.tidemark.app.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever waits for more than a second is told how far it is.
@Proves("R-USR-20")
class ProgressLineTest {
  private static final Terminal SCREEN = Terminal.of(true, true, "UTF-8", Map.of());

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Instant now = Instant.parse("2026-02-13T14:30:00Z");

  private void work(Terminal terminal, long millis, String... words) {
    work(terminal, millis, 5, words);
  }

  private void work(Terminal terminal, long millis, int total, String... words) {
    var console =
        new Console(
            out, err, OutputOptions.of(terminal, (ParsedCommand) CommandRegistry.parse(words)));
    try (var progressLine = new ProgressLine(console, () -> now, "verifying", total)) {
      for (int i = 0; i < 5; i++) {
        now = now.plusMillis(millis);
        progressLine.step();
      }
    }
  }

  @Test
  void work_of_less_than_a_second_says_nothing() {
    work(SCREEN, 190, "doctor");

    assertThat(err.size()).isZero();
  }

  @Test
  void longer_work_says_how_far_it_is_and_takes_that_away_in_the_end() {
    work(SCREEN, 600, "doctor");

    var line = "verifying: 2 of 5";
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "\r" + line + "\rverifying: 3 of 5\rverifying: 4 of 5\r" + " ".repeat(17) + "\r");
    assertThat(out.size()).isZero();
  }

  @Test
  void an_unknown_total_is_not_told() {
    work(SCREEN, 600, 0, "doctor");

    assertThat(err.toString(UTF_8)).startsWith("\rverifying: 2\rverifying: 3\r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"doctor --json", "doctor --quiet"})
  void a_program_is_not_told(String line) {
    work(SCREEN, 600, line.split(" "));
    work(Terminal.NONE, 600, "doctor");

    assertThat(err.size()).isZero();
  }
}
