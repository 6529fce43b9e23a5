package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialects.flow.Studio;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What lies around a workflow and should not, as the doctor sees it.
class FlowMaintenanceTest {
  private final List<String> files = new ArrayList<>();

  private void archives(int from, int to) {
    for (int day = from; day <= to; day++) {
      files.add("memory/state/.archive/wf_2026110" + day + "T000000Z/phase.json");
    }
  }

  /// Asks as the engine does, until nothing is asked any more.
  private List<FileDiagnostic> examine() {
    var validator = new FlowValidator();
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, new HashMap<>());
    while (true) {
      var answers = new HashMap<FactQuery<?>, Fact<?>>();
      for (var factQuery : validator.queries(facts)) {
        if (!facts.has(factQuery)) {
          answers.put(factQuery, Fact.known(list(factQuery.subject() + "/")));
        }
      }
      if (answers.isEmpty()) {
        return validator.diagnose(facts);
      }
      facts = facts.with(answers);
    }
  }

  private List<FileFact> list(String folder) {
    return files.stream()
        .filter(file -> file.startsWith(folder) && file.length() > folder.length())
        .map(file -> file.substring(folder.length()))
        .map(rest -> rest.indexOf('/') < 0 ? rest : rest.substring(0, rest.indexOf('/') + 1))
        .distinct()
        .map(name -> fact(folder, name))
        .toList();
  }

  private static FileFact fact(String folder, String name) {
    boolean inner = name.endsWith("/");
    var path = folder + (inner ? name.substring(0, name.length() - 1) : name);
    return new FileFact(path, 1, Studio.START, inner);
  }

  @Test
  void a_workflow_with_its_tasks_and_archives_is_well() {
    files.addAll(List.of("memory/state/phase.json", "memory/state/execution.json"));
    archives(1, FlowArchives.KEPT);

    assertThat(examine()).isEmpty();
  }

  @Test
  void a_project_without_any_workflow_is_well() {
    assertThat(examine()).isEmpty();
  }

  @Test
  void a_left_over_file_beside_a_workflow_is_kept_by_the_next_resume() {
    files.addAll(List.of("memory/state/phase.json", "memory/state/phase.json.tmp"));

    assertThat(examine())
        .extracting(
            fileDiagnostic ->
                fileDiagnostic.diagnostic().code() + ": " + fileDiagnostic.diagnostic().hint())
        .containsExactly("left-over: The next start or resume keeps it in the archive.");
  }

  @Test
  void a_left_over_file_alone_may_be_all_there_is() {
    files.add("memory/state/phase.json.tmp");

    assertThat(examine())
        .extracting(it -> it.diagnostic().severity(), it -> it.diagnostic().hint())
        .containsExactly(
            tuple(
                Diagnostic.Severity.WARNING,
                "It may be all there is: tidemark start flow/develop offers it."));
  }

  @Test
  void tasks_without_a_workflow_are_orphans() {
    files.add("memory/state/execution.json");

    assertThat(examine()).extracting(it -> it.diagnostic().code()).containsExactly("orphan-tasks");
  }

  @Test
  void a_folder_that_is_no_archive_is_for_its_owner_to_move() {
    files.add("memory/state/.archive/mine/notes.md");

    var fileDiagnostic = examine().getFirst();

    assertThat(fileDiagnostic.diagnostic().message())
        .isEqualTo("memory/state/.archive/mine is no archive of a workflow");
    assertThat(fileDiagnostic.repair()).isEmpty();
  }

  @Test
  void an_archive_with_nothing_in_it_can_be_removed() {
    files.add("memory/state/.archive/wf_20261101T000000Z/");

    var fileDiagnostic = examine().getFirst();

    assertThat(fileDiagnostic.diagnostic().code()).isEqualTo("orphan-archive");
    assertThat(fileDiagnostic.repair())
        .containsExactly(
            new Effect.RemoveFolders(List.of("memory/state/.archive/wf_20261101T000000Z")));
  }

  @Test
  void more_archives_than_stay_are_counted() {
    archives(1, FlowArchives.KEPT + 1);

    assertThat(examine())
        .extracting(it -> it.diagnostic().message())
        .containsExactly("there are 6 archives in memory/state/.archive; 5 stay");
  }
}
