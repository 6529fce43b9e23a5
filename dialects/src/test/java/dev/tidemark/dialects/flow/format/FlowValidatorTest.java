package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialects.flow.Goldens;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ReadFindings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is wrong with a document, with the value that is.
@Proves({"T-003-B", "R-003-11"})
class FlowValidatorTest {
  private static List<SchemaViolation> violations(String document) {
    return ReadFindings.of(new FlowFormat(), new FlowValidator(), FlowFormat.ID, document);
  }

  private static SchemaViolation only(String document) {
    assertThat(violations(document)).hasSize(1);
    return violations(document).getFirst();
  }

  /// The finished workflow with something else in the place of something.
  private static String finished(String there, String instead) {
    var whole = Goldens.phase("finished.json");
    assertThat(whole).contains(there);
    return whole.replace(there, instead);
  }

  @Test
  void what_is_no_object_is_told_as_a_whole() {
    var violation = only("[]");

    assertThat(violation.path()).isEqualTo("$");
    assertThat(violation.rule()).isEqualTo("must be a JSON object");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          "phase":"VERIFICATION" ; "phase":"X" ; $.completed_phases[3].phase ; must be one of ; "X"
          "2026-11-01T12:00:00.000Z" ; 12 ; $.completed_phases[3].completed_at ; must be a date ; 12
          "memory/reports/verification.json" ; 1 \
          ; $.completed_phases[3].output ; must be a path from ; 1
          "memory/reports/verification.json" ; " " \
          ; $.completed_phases[3].output ; must be a path from ; " "
          ,"output":"memory/reflections/wf.json" ; `` \
          ; $.completed_phases[4].output ; must be a path from ; undefined
          memory/reflections/wf.json ; C:/wf.json \
          ; $.completed_phases[4].output ; must be a path inside ; "C:/wf.json"
          memory/reflections/wf.json ; \\\\wf \
          ; $.completed_phases[4].output ; must be a path inside ; "\\\\wf"
          memory/reflections/wf.json ; a\\nb \
          ; $.completed_phases[4].output ; must be a path inside ; "a\\nb"
          "approved_at":"2026-11-01T09 ; "approved_at":"9 \
          ; $.user_checkpoints[0].approved_at ; must be a date ; "9:05:00.000Z"
          {"phase":"ARCHITECTURE","approved_at":"2026-11-01T10:05:00.000Z"} ; null \
          ; $.user_checkpoints[1] ; must be an object ; null
          """)
  void what_is_wrong_is_told_with_its_place_and_its_value(
      String there, String instead, String path, String rule, String value) {
    var violation = only(finished(there, instead == null ? "" : instead));

    assertThat(violation.severity()).isEqualTo(Severity.ERROR);
    assertThat(violation.path()).isEqualTo(path);
    assertThat(violation.rule()).startsWith(rule);
    assertThat(violation.value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "é/ß.json", "a..b", "..a/b", "ab:c"})
  void an_odd_path_inside_the_project_is_a_path(String path) {
    assertThat(violations(finished("memory/reflections/wf.json", path))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"78, 80, ''", "79, 80, ..."})
  void a_long_value_is_cut_after_eighty_characters(int letters, int kept, String end) {
    var value =
        only(finished("\"phase_status\":\"complete\"", status("a".repeat(letters)))).value();

    assertThat(value).startsWith("\"a").endsWith("a" + (end.isEmpty() ? "\"" : end));
    assertThat(value).hasSize(kept + end.length());
  }

  private static String status(String word) {
    return "\"phase_status\":\"" + word + "\"";
  }

  @ParameterizedTest
  @CsvSource({"[], 0", "{}, 1"})
  void a_baseline_that_is_no_list_is_worth_a_warning(String baseline, int warnings) {
    var document =
        finished("\"interruption_safe\":true", "\"interruption_safe\":true,\"baseline\":");

    assertThat(violations(document.substring(0, document.lastIndexOf('}')) + baseline + "}"))
        .hasSize(warnings)
        .allSatisfy(
            violation -> {
              assertThat(violation.severity()).isEqualTo(Severity.WARNING);
              assertThat(violation.path()).isEqualTo("$.baseline");
            });
  }
}
