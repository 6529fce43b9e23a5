package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextUseTest {
  @ParameterizedTest
  @CsvSource({"59.9, ''", "60, /compact", "79.9, /compact", "80, note --next", "100, note --next"})
  @Proves("R-001-24")
  void a_context_that_runs_full_is_told_before_a_command(double percent, String advice) {
    assertThat(ContextUse.warnings(percent, false))
        .hasSize(advice.isEmpty() ? 0 : 1)
        .allMatch(line -> line.contains(advice) && line.contains((int) percent + " % full"))
        .noneMatch(line -> line.contains("vt-handoff"));
  }

  @Test
  @Proves("R-001-24")
  void beside_a_run_of_item_the_command_of_its_plugin_comes_second() {
    assertThat(ContextUse.warnings(80, true))
        .singleElement()
        .asString()
        .containsSubsequence("tidemark note --next", "/virtual-team:vt-handoff");
  }
}
