package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.testkit.FormatContract.Golden;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a document must be like, and what it usually is like.
class ItemValidatorTest {
  private static final Golden SOURCE = Goldens.of("item").golden("source-example.md");
  private final ItemValidator validator =
      new ItemValidator(new ItemWorkflows(new Workflows(List.of())));

  @Test
  @Proves({"T-001-B", "T-001-C"})
  void the_example_of_the_source_is_valid() {
    assertThat(validator.validate(SOURCE.text())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "command: epic, command: commit, ERROR, $.command",
    "branch: feat/CTR-12, branch:, ERROR, $.branch",
    "started: 2026-02-27T10:02:00Z, started: yesterday, ERROR, $.started",
    "updated: 2026-02-27T10:32:00Z, updated: 2026-02-27, ERROR, $.updated",
    "status: in_progress, status: done, ERROR, $.status",
    "current_phase: 2, current_phase: 9, ERROR, $.current_phase",
    "total_phases: 5, total_phases: 6, WARNING, $.total_phases",
    "2026-02-27T10:15:00Z, —, WARNING, $.phases[0]",
    "| 3 | Technical Routing | pending, | 3 | Technical Routing | in_progress, WARNING, $.phases",
    "- [Phase 0] Synced, - Synced, WARNING, $.key_decisions",
    "## Key Decisions, One. Two. Three. Four., WARNING, $.current_state",
    "| 1 | Capture | done |, | 1 | Capture |, ERROR, $"
  })
  @Proves({"T-001-B", "T-001-C", "R-001-26"})
  void each_thing_that_is_wrong_or_odd_is_found(
      String part, String instead, Severity severity, String path) {
    var violations = validator.validate(SOURCE.text().replace(part, instead));

    assertThat(violations).hasSize(1);
    assertThat(violations.getFirst().severity()).isEqualTo(severity);
    assertThat(violations.getFirst().path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({"branch: feat/CTR-12, branch:, undefined", "status: in_progress, status: done, done"})
  @Proves("T-001-B")
  void what_stands_there_instead_is_told(String part, String instead, String value) {
    var violations = validator.validate(SOURCE.text().replace(part, instead));

    assertThat(violations).extracting(SchemaViolation::value).containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource({"One. Two. Three., 0", "One. Two. Three. Four., 1"})
  @Proves("R-001-26")
  void a_state_of_three_sentences_is_usual(String state, int warnings) {
    assertThat(validator.validate(stating(state))).hasSize(warnings);
  }

  @ParameterizedTest
  @CsvSource({"600, 0", "601, 1"})
  @Proves("R-001-26")
  void a_state_of_six_hundred_characters_is_usual(int length, int warnings) {
    assertThat(validator.validate(stating("x".repeat(length)))).hasSize(warnings);
  }

  private static String stating(String state) {
    return SOURCE.text().replace("## Key Decisions", state + "\n## Key Decisions");
  }
}
