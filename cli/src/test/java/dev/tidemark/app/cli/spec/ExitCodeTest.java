package dev.tidemark.app.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {
  @Proves("R-COM-09")
  @ParameterizedTest
  @CsvSource({
    "SUCCESS, 0",
    "REFUSED, 1",
    "USAGE, 2",
    "GATE, 3",
    "DECISION, 4",
    "INVALID, 5",
    "BUDGET, 6",
    "LEASE_LOST, 7",
    "NO_RUNTIME, 69",
    "BUG, 70"
  })
  void the_numbers_are_the_published_ones(ExitCode code, int number) {
    assertThat(code.code()).isEqualTo(number);
    assertThat(code.meaning()).isNotBlank();
  }

  @Test
  void there_are_no_others() {
    assertThat(ExitCode.values()).hasSize(10);
  }
}
