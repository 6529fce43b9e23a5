package dev.tidemark.dialects.state;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ReadFindings;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the validator has to say about documents.
class StateValidatorTest {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "x");

  /// A valid document of which a test replaces one part.
  private static final String VALID =
      """
      {"command":"implement","feature":"x","version":1,
       "head_commit":"d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
       "started_at":"2026-01-29T10:30:00.000Z","updated_at":"2026-01-29T11:45:00.000Z",
       "state":{"current_phase":"b","completed_phases":["a"],"pending_phases":["c"],
                "current_task":"T002"},
       "phases":{"a":{"status":"complete","files_created":["f"],"files_modified":[],"error":"e",
                      "started_at":"2026-01-29T10:30:00.000Z",
                      "updated_at":"2026-01-29T10:45:00.000Z"},
                 "b":{"status":"in_progress","context_summary":"s"}},
       "gate":{"ship_allowed":false,"blockers":["x"],"head_commit":"abc"}}\
      """;

  private static List<SchemaViolation> violations(String text) {
    var validator = StateDialect.of(new Workflows(List.of())).validator();
    return ReadFindings.of(new StateFormat(), validator, ID, text);
  }

  private static List<SchemaViolation> replaced(String part, String by) {
    assertThat(VALID).contains(part);
    return violations(VALID.replace(part, by));
  }

  @Test
  @Proves({"R-002-02", "T-002-A"})
  void all_findings_are_reported_at_once() {
    var violations = violations("{\"version\":2}");

    assertThat(violations)
        .extracting(SchemaViolation::path)
        .containsExactlyInAnyOrder("$.version", "$.command", "$.state", "$.phases");
    assertThat(violations).allMatch(violation -> violation.severity() == ERROR);
    assertThat(violations)
        .contains(new SchemaViolation(ERROR, "$.version", "must be the number 1", "2"))
        .contains(new SchemaViolation(ERROR, "$.state", "must be an object", "undefined"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema-example.json", "design-example.json", "finished.json"})
  @Proves({"R-002-03", "X-16"})
  void the_published_examples_are_valid_without_warning(String golden) {
    assertThat(violations(Goldens.of("state").text(golden))).isEmpty();
    assertThat(violations(VALID)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"start", "design", "reconcile", "research", "implement", "ship", "review"})
  @Proves({"R-002-03", "T-002-A"})
  void the_seven_commands_are_usual(String command) {
    assertThat(replaced("\"implement\"", "\"" + command + "\"")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "in_progress", "complete", "failed", "skipped"})
  @Proves({"R-002-03", "T-002-E"})
  void the_five_statuses_are_accepted(String status) {
    assertThat(replaced("in_progress", status)).isEmpty();
  }

  @ParameterizedTest(name = "{0} instead of {1}: {2} at {3}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"version\":1            ; \"version\":\"1\"           ; ERROR  ; $.version",
        "\"version\":1            ; \"version\":1.5             ; ERROR  ; $.version",
        "\"version\":1            ; \"v\":1                     ; ERROR  ; $.version",
        "\"command\":\"implement\"; \"command\":7               ; ERROR  ; $.command",
        "\"command\":\"implement\"; \"command\":\"\"            ; ERROR  ; $.command",
        "\"command\":\"implement\"; \"command\":\"deploy\"      ; WARNING; $.command",
        "\"feature\":\"x\"        ; \"feature\":[]              ; ERROR  ; $.feature",
        "d36b6b4a1e2f             ; zzzzzzzzzzzz                ; ERROR  ; $.head_commit",
        "d36b6b4a1e2f             ; d36b                        ; ERROR  ; $.head_commit",
        "2026-01-29T11:45:00.000Z ; 2026-01-29 11:45            ; ERROR  ; $.updated_at",
        "2026-01-29T11:45:00.000Z ; 2026-02-30T11:45:00.000Z    ; ERROR  ; $.updated_at",
        "2026-01-29T11:45:00.000Z ; 2026-01-29T11:45:00Z        ; WARNING; $.updated_at",
        "2026-01-29T11:45:00.000Z ; 2026-01-29T11:45:00.000+00:00; WARNING; $.updated_at",
        "\"state\":               ; \"state\":[],\"x\":         ; ERROR  ; $.state",
        "\"current_phase\":\"b\"  ; \"current_phase\":1         ; ERROR  ; $.state.current_phase",
        "\"current_phase\":\"b\"  ; \"x\":1                     ; ERROR  ; $.state.current_phase",
        "[\"a\"]                  ; null                        ; ERROR  ;"
            + " $.state.completed_phases",
        "[\"c\"]                  ; [\"c\",1]                   ; ERROR  ;"
            + " $.state.pending_phases[1]",
        "\"T002\"                 ; 2                           ; ERROR  ; $.state.current_task",
        "\"T002\"                 ; \"two\"                     ; WARNING; $.state.current_task",
        "\"T002\"                 ; \"T02\"                     ; WARNING; $.state.current_task",
        "\"T002\"                 ; \"T0x2\"                    ; WARNING; $.state.current_task",
        "\"T002\"                 ; \"T00/\"                    ; WARNING; $.state.current_task",
        "\"T002\"                 ; \"T00:\"                    ; WARNING; $.state.current_task",
        "\"T002\"                 ; \"X002\"                    ; WARNING; $.state.current_task",
        "\"phases\":{             ; \"phases\":{\"d\":1,        ; ERROR  ; $.phases.d",
        "\"phases\":{             ; \"phases\":{\"d e\":{},     ; ERROR  ; $.phases[\"d"
            + " e\"].status",
        "in_progress              ; done                        ; ERROR  ; $.phases.b.status",
        "\"s\"                    ; 5                           ; ERROR  ;"
            + " $.phases.b.context_summary",
        "[\"f\"]                  ; \"f\"                       ; ERROR  ;"
            + " $.phases.a.files_created",
        "\"files_modified\":[]    ; \"files_modified\":[{}]     ; ERROR  ;"
            + " $.phases.a.files_modified[0]",
        "\"error\":\"e\"          ; \"error\":null              ; ERROR  ; $.phases.a.error",
        "2026-01-29T10:45:00.000Z ; yesterday                   ; ERROR  ; $.phases.a.updated_at",
        "\"gate\":{               ; \"gate\":true,\"x\":{       ; ERROR  ; $.gate",
        "\"ship_allowed\":false   ; \"ship_allowed\":\"no\"     ; ERROR  ; $.gate.ship_allowed",
        "\"blockers\":[\"x\"]     ; \"b\":1                     ; ERROR  ; $.gate.blockers",
        "\"abc\"                  ; 7                           ; ERROR  ; $.gate.head_commit",
      })
  @Proves({
    "R-002-02",
    "R-002-04",
    "R-002-05",
    "R-002-07",
    "R-002-08",
    "T-002-A",
    "T-002-B",
    "T-002-C",
    "T-002-D",
    "T-002-E"
  })
  void each_rule_of_the_tables_is_checked(
      String part, String by, Diagnostic.Severity severity, String path) {
    var violations = replaced(part.strip(), by.strip());

    assertThat(violations).extracting(SchemaViolation::path).containsOnlyOnce(path);
    assertThat(violations)
        .filteredOn(violation -> violation.path().equals(path))
        .allMatch(violation -> violation.severity() == severity);
    if (severity == WARNING) {
      assertThat(violations).hasSize(1);
    }
  }

  @ParameterizedTest(name = "{0} instead of {1}: warning at {2}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "[\"c\"]                   ; [\"c\",\"a\"]               ; $.state.pending_phases[1]",
        "\"current_phase\":\"b\"   ; \"current_phase\":\"z\"     ; $.state.current_phase",
        "\"status\":\"complete\"   ; \"status\":\"failed\"       ; $.phases.a.status",
        "[\"a\"]                   ; [\"a\",\"a\"]               ; $.state.completed_phases[1]",
        "[\"c\"]                   ; [\"c\",\"c\"]               ; $.state.pending_phases[1]",
        "2026-01-29T11:45:00.000Z  ; 2026-01-29T09:45:00.000Z    ; $.updated_at",
        "2026-01-29T10:45:00.000Z  ; 2026-01-29T09:45:00.000Z    ; $.phases.a.updated_at",
        "\"gate\"    ; \"completed_at\":\"2026-01-29T11:45:00.000Z\",\"gate\" ;"
            + " $.state.current_phase",
        "\"gate\"                  ; \"feature\":\"y\",\"gate\"  ; $.feature",
        "\"error\":\"e\"           ; \"error\":\"e\",\"error\":\"f\" ; $.phases.a.error",
        "\"T002\"                  ; \"T001\",\"current_task\":\"T002\" ; $.state.current_task",
        "\"phases\":{              ; \"phases\":{\"b\":{\"status\":\"pending\"}, ; $.phases.b",
        "\"started_at\":\"2026-01-29T10:30:00.000Z\",\"updated_at\":\"2026-01-29T11 ;"
            + " \"updated_at\":\"2026-01-29T11 ; $.started_at",
        "\"phases\":{              ; \"phases\":{\"\":{\"status\":\"failed\"}, ; $.phases[\"\"]",
      })
  @Proves({"R-002-06", "R-002-02"})
  void what_contradicts_itself_is_a_warning(String part, String by, String path) {
    var violations = replaced(part.strip(), by.strip());

    assertThat(violations).hasSize(1);
    assertThat(violations.getFirst().path()).isEqualTo(path);
    assertThat(violations.getFirst().severity()).isEqualTo(WARNING);
  }

  @Test
  @Proves({"R-002-02", "T-002-C"})
  void an_overlong_summary_is_an_error() {
    var path = "$.phases.b.context_summary";
    assertThat(replaced("\"s\"", "\"" + Run.words(500) + "\"")).isEmpty();
    assertThat(replaced("\"s\"", "\"" + Run.words(501) + "\""))
        .extracting(SchemaViolation::path, SchemaViolation::rule)
        .containsExactly(
            tuple(path, "Context summary exceeds 500 token limit (actual: 501 tokens)"));
  }

  @Test
  void a_project_may_allow_longer_summaries_in_its_own_workflow() {
    var phases = List.of(new PhaseDefinition(new PhaseName("b")));
    var own = new WorkflowDefinition("state", "implement", phases, 600, "file", false, "");
    var validator = StateDialect.of(new Workflows(List.of(own))).validator();

    assertThat(validator.validate(VALID.replace("\"s\"", "\"" + Run.words(501) + "\""))).isEmpty();
  }

  @Test
  @Proves("X-12")
  void a_summary_of_the_state_is_held_to_the_limit_too() {
    var by = "\"context_summary\":\"" + Run.words(501) + "\",\"current_task\"";

    assertThat(replaced("\"current_task\"", by))
        .extracting(SchemaViolation::path)
        .containsExactly("$.state.context_summary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "\"x\""})
  @Proves("R-002-02")
  void what_is_no_object_is_one_finding(String text) {
    assertThat(violations(text)).hasSize(1);
    assertThat(violations(text).getFirst().path()).isEqualTo("$");
  }

  @Test
  void findings_stand_in_the_order_of_the_document() {
    var violations = violations("{\"phases\":{\"z\":1,\"a\":2},\"version\":3,\"command\":4}");

    assertThat(violations)
        .extracting(SchemaViolation::path)
        .containsExactly("$.phases.z", "$.phases.a", "$.version", "$.command", "$.state");
  }

  @Property(tries = 500)
  void nothing_makes_the_validator_throw(@ForAll String text) {
    assertThat(violations(text)).isNotEmpty();
  }
}
