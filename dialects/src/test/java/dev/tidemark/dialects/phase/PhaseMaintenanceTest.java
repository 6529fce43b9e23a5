package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is looked at beside the checkpoint: gates, the folder of the spec, the tracker.
class PhaseMaintenanceTest {
  private static final String SPECS = "specs_status: {SPEC-003: {specs_dir: specs/3}}\n";

  private final Map<String, String> files = new HashMap<>();
  private final PhaseValidator validator = (PhaseValidator) new Project().dialect().validator();
  private Set<String> there = Set.of("specs/3");
  private boolean program = true;

  private List<FileDiagnostic> diagnostics() {
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    answers.put(FactQuery.HEAD, Fact.known(new Head("feature/spec-3-x", null)));
    int known;
    Facts facts;
    do {
      known = answers.size();
      facts = new Facts(Instant.EPOCH, SummaryLimit.DEFAULT, answers);
      for (var factQuery : validator.queries(facts)) {
        answers.putIfAbsent(factQuery, answer(factQuery));
      }
    } while (answers.size() > known);
    return validator.diagnose(facts);
  }

  private Fact<?> answer(FactQuery<?> factQuery) {
    return switch (factQuery.kind()) {
      case EXISTS -> Fact.known(there.contains(factQuery.subject()));
      case TEXT -> Fact.known(Optional.ofNullable(files.get(factQuery.subject())));
      case PROGRAM -> Fact.known(program);
      default -> Fact.unknown("nobody asks that");
    };
  }

  @Test
  void a_project_in_order_has_no_ailments() {
    files.put(".review-gate.md", "---\nbranch: main\nstatus: FAIL\n---\n");
    files.put(".design-state.yaml", SPECS);
    files.put("specs/3/state.yaml", "steps: [{id: 1}]\n");
    there = Set.of("specs/3", ".beads", ".beads/issues.jsonl");

    assertThat(diagnostics()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({".review-gate.md", ".test-gate.md"})
  @Proves("R-000-14")
  void a_gate_that_does_not_count_is_to_be_written_anew(String gate) {
    files.put(gate, "PASS\n");

    assertThat(diagnostics())
        .containsExactly(
            new FileDiagnostic(
                Severity.WARNING,
                "unusable-gate",
                gate + " does not count: there is no front matter",
                "Write it anew: run the review or the tests."));
  }

  @Test
  void a_folder_of_the_spec_that_is_not_there_is_named() {
    files.put(".design-state.yaml", SPECS);
    there = Set.of();

    assertThat(diagnostics())
        .containsExactly(
            new FileDiagnostic(
                Severity.WARNING,
                "no-spec-folder",
                ".design-state.yaml keeps the active spec in specs/3, which is not there",
                "Fix .design-state.yaml, or make the folder."));
  }

  @ParameterizedTest
  @CsvSource({".design-state.yaml", "specs/3/state.yaml"})
  @Proves("A-13")
  void a_file_about_the_spec_that_cannot_be_read_is_to_be_mended(String file) {
    files.put(".design-state.yaml", SPECS);
    files.put(file, "a: [\n");

    assertThat(diagnostics())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.diagnostic().code()).isEqualTo("unreadable-file");
              assertThat(it.diagnostic().message()).contains(file);
              assertThat(it.diagnostic().hint()).isEqualTo("Fix the file.");
            });
  }

  @ParameterizedTest
  @CsvSource({
    // whether there is a tracker, its file, its program; what is said of it
    "true, true, false, NOTE, ready work is read from .beads/issues.jsonl",
    "true, false, false, WARNING, ready work is unknown",
    "true, false, true, , ",
    "false, true, false, , "
  })
  @Proves("R-000-23")
  void a_tracker_without_its_program_is_spoken_of(
      boolean tracker, boolean file, boolean program, Severity weight, String said) {
    there = Set.of(tracker ? ".beads" : "x", file ? ".beads/issues.jsonl" : "y");
    this.program = program;

    if (weight == null) {
      assertThat(diagnostics()).isEmpty();
    } else {
      assertThat(diagnostics())
          .containsExactly(
              new FileDiagnostic(
                  weight,
                  "no-program",
                  "the program bd is not there, so " + said,
                  "Install Beads, or leave it."));
    }
  }
}
