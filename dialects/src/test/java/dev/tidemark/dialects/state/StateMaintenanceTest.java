package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Archives that other tools of the protocol left.
class StateMaintenanceTest {
  private static final String FOLDER = ".claude/state";
  private static final String ARCHIVE = FOLDER + "/archive";
  private static final String RECORDS = ".tidemark/journal/state";

  private static List<FileDiagnostic> diagnostics(
      Fact<List<FileFact>> archives, List<FileFact> documents) {
    var validator = StateDialect.of(new Workflows(List.of())).validator();
    var asked = new Facts(Instant.EPOCH, SummaryLimit.DEFAULT, Map.of());
    Map<FactQuery<?>, Fact<?>> answers =
        Map.of(
            FactQuery.files(ARCHIVE),
            archives,
            FactQuery.files(FOLDER),
            Fact.known(documents),
            FactQuery.files(RECORDS),
            Fact.known(
                List.of(new FileFact(RECORDS + "/design-gone.json", 1, Instant.EPOCH, true))));

    assertThat(validator.queries(asked)).containsExactlyInAnyOrderElementsOf(answers.keySet());
    return validator.diagnose(asked.with(answers));
  }

  private static List<FileFact> files(String folder, String... names) {
    return Stream.of(names)
        .map(name -> new FileFact(folder + "/" + name, 1, Instant.EPOCH, false))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "design-x-20260129.json.gz, false",
    "design-x-20260129T101112Z.json.gz, false",
    "design-x-20260129T101112Z-2.json.gz, false",
    "design-gone-20260129T101112Z.json.gz, false",
    "design-lost-20260129T101112Z-3.json.gz, true",
    "design-x-y-20260129.json.gz, true",
    "design-x.json.gz, true",
    "x-20260129.json.gz, false",
    "design-x-20260129.json, true",
    "-20260129.json.gz, true",
    "20260129.json.gz, true",
    "notes.md, true",
    ".json.gz, true"
  })
  void an_archive_belongs_to_the_document_or_record_that_it_is_named_after(
      String name, boolean orphan) {
    var documents = files(FOLDER, "loop-state.json", "x.json", "design-x.json", ".json");

    var diagnostics = diagnostics(Fact.known(files(ARCHIVE, name)), documents);

    if (orphan) {
      assertThat(diagnostics)
          .containsExactly(
              new FileDiagnostic(
                  Diagnostic.Severity.NOTE,
                  "orphan-archive",
                  ARCHIVE + "/" + name + " is an archive of a run that is not there any more",
                  "Delete it when you no longer need it."));
    } else {
      assertThat(diagnostics).isEmpty();
    }
  }

  @Test
  void without_a_folder_of_archives_there_is_nothing_to_say() {
    assertThat(diagnostics(Fact.unknown("not readable"), List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Z-0, false",
    "Z-9, false",
    "Z-10, false",
    "Z-, true",
    "Z-/, true",
    "Z-:, true",
    "Z-1x, true",
    "Y-2, true"
  })
  void a_second_archive_of_one_moment_has_a_number(String end, boolean orphan) {
    var name = "design-x-20260129T101112" + end + ".json.gz";
    var documents = files(FOLDER, "design-x.json");

    assertThat(diagnostics(Fact.known(files(ARCHIVE, name)), documents)).hasSize(orphan ? 1 : 0);
  }
}
