package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How violations show what they are about.
class StateFindingsTest {
  private static final String VALID =
      """
      {"command":"implement","version":1,"phases":{},
       "state":{"current_phase":null,"completed_phases":[],"pending_phases":[],
                "current_task":"T002"},
       "gate":{"ship_allowed":false,"blockers":["x"],"head_commit":"abc"}}\
      """;

  private static List<SchemaViolation> replaced(String part, String by) {
    assertThat(VALID).contains(part);
    return StateDialect.of(new Workflows(List.of())).validator().validate(VALID.replace(part, by));
  }

  @ParameterizedTest
  @ValueSource(strings = {"T000", "T009", "T190", "T1234"})
  @Proves("T-002-B")
  void a_task_is_a_letter_and_three_digits_or_more(String task) {
    assertThat(replaced("T002", task)).isEmpty();
  }

  @Test
  void of_a_long_value_a_finding_shows_the_beginning() {
    var shown = "\"" + "x".repeat(78) + "\"";
    var longer = "\"" + "x".repeat(79) + "\"";

    assertThat(replaced("false", shown)).extracting(SchemaViolation::value).containsExactly(shown);
    assertThat(replaced("false", longer))
        .extracting(SchemaViolation::value)
        .containsExactly("\"" + "x".repeat(79) + "...");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-09-29T19:39:59.999Z, true",
    "2026-01-29T10:30:00.000Z, true",
    "2026-01-29T10:30:00Z, false",
    "2026-01-29T10:30:00.0000Z, false",
    "'2026-01-29T10:30:00,000Z', false",
    "2026-01-29T10:30:00+0000, false"
  })
  void a_time_is_usually_in_utc_with_three_digits_of_a_second(String time, boolean usual) {
    var found = replaced("\"version\":1", "\"version\":1,\"updated_at\":\"" + time + "\"");

    assertThat(found)
        .extracting(SchemaViolation::rule)
        .isEqualTo(usual ? List.of() : List.of("is usually in UTC with three digits of a second"));
  }

  @Test
  void a_document_that_was_read_is_not_read_again() {
    var validator = StateDialect.of(new Workflows(List.of())).validator();
    var read = new StateCheckpoint(new CheckpointId("state", "implement", null), Run.json(VALID));

    assertThat(validator.validate("not read", read)).isEmpty();
  }
}
