package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextUseTest {
  @ParameterizedTest
  @CsvSource({"59.9, ''", "60, /compact", "79.9, /compact", "80, vt-handoff", "100, vt-handoff"})
  @Proves("R-001-24")
  void a_context_that_runs_full_is_told_before_a_command(double percent, String advice) {
    assertThat(ContextUse.warnings(percent))
        .hasSize(advice.isEmpty() ? 0 : 1)
        .allMatch(line -> line.contains(advice) && line.contains((int) percent + " % full"));
  }
}
