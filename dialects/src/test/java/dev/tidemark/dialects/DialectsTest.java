package dev.tidemark.dialects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Dialects are found by name, and where their documents are is known before they are made.
class DialectsTest {
  private final Dialects dialects =
      new Dialects(
          new Workflows(List.of()), PhaseSettings.USUAL, FlowSettings.USUAL, SummaryLimit.DEFAULT);

  @Test
  void a_dialect_that_is_not_made_yet_has_the_roots_of_its_place() {
    for (var name : dialects.names()) {
      assertThat(dialects.roots(name)).isEqualTo(dialects.get(name).locator().roots());
      assertThat(dialects.get(name).locator().isListed()).isTrue();
    }
    for (var name : dialects.parts()) {
      assertThat(dialects.roots(name)).isEqualTo(dialects.get(name).locator().roots());
      assertThat(dialects.get(name).locator().isListed()).isFalse();
    }
  }

  @Test
  void each_is_made_once_and_called_as_it_calls_itself() {
    assertThat(dialects.all()).extracting(Dialect::name).isEqualTo(dialects.names());
    assertThat(dialects.get("item")).isSameAs(dialects.find("item").orElseThrow());
  }

  @Test
  void there_is_no_other() {
    assertThat(dialects.find("verse")).isEmpty();
    assertThatThrownBy(() -> dialects.get("verse")).isInstanceOf(IllegalArgumentException.class);
  }
}
