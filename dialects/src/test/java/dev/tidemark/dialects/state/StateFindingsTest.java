package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
