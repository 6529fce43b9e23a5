package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.Studio;
import dev.tidemark.dialects.flow.format.FlowArchives.Content;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which archive a state is kept in: a new one, or one that an interrupted writer had begun.
class FlowArchivesTest {
  private static final String OLD = FlowArchives.FOLDER + "/wf_20261119T100000Z";
  private static final String NEW = FlowArchives.FOLDER + "/wf_20261120T100000Z";

  private final Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();

  private static FileFact file(String path, boolean folder) {
    return new FileFact(path, 1, Studio.START, folder);
  }

  /// Puts files into the old archive.
  private void archived(String... names) {
    answers.put(FactQuery.files(FlowArchives.FOLDER), Fact.known(List.of(file(OLD, true))));
    var files = new ArrayList<FileFact>();
    for (var name : names) {
      files.add(file(OLD + "/" + name, false));
      answers.put(FactQuery.exists(OLD + "/" + name), Fact.known(true));
    }
    answers.put(FactQuery.files(OLD), Fact.known(List.copyOf(files)));
  }

  private FlowArchives archives() {
    return new FlowArchives(
        new FactTracker(new Facts(Studio.START, SummaryLimit.DEFAULT, answers)));
  }

  @ParameterizedTest
  @CsvSource({"one, one, true", "one, two, false", ", , false"})
  void bytes_that_an_archive_has_already_are_known_by_their_digest(
      String own, String kept, boolean reused) {
    archived("phase.json");
    answers.put(FactQuery.digest(FlowFormat.FILE), Fact.known(Optional.ofNullable(own)));
    answers.put(FactQuery.digest(OLD + "/phase.json"), Fact.known(Optional.ofNullable(kept)));
    var archives = archives();

    var folder = archives.keep("wf", List.of(new Content("phase.json", FlowFormat.FILE, null)));

    assertThat(folder).isEqualTo(reused ? OLD : NEW);
    assertThat(archives.effects())
        .isEqualTo(
            reused
                ? List.of()
                : List.of(new Effect.CopyFile(FlowFormat.FILE, NEW + "/phase.json")));
  }

  @ParameterizedTest
  @CsvSource({"phase.json.tmp, true", "x.tidemark-tmp, true", "notes.md, false"})
  void an_archive_that_an_interrupted_writer_had_only_begun_is_completed(
      String there, boolean reused) {
    archived(there);

    var archives = archives();
    var folder = archives.keep("wf", List.of(new Content("phase.json", FlowFormat.FILE, "{}")));

    assertThat(folder).isEqualTo(reused ? OLD : NEW);
    assertThat(archives.effects())
        .containsExactly(new Effect.PutFile(folder + "/phase.json", "{}"));
  }

  @Test
  void an_archive_with_a_part_of_the_state_gets_the_rest() {
    archived("phase.json");
    answers.put(FactQuery.fileText(OLD + "/phase.json"), Fact.known(Optional.of("{ }")));
    var archives = archives();

    var folder =
        archives.keep(
            "wf",
            List.of(
                new Content("phase.json", FlowFormat.FILE, "{}"),
                new Content("execution.json", TasksFormat.FILE, "[]")));

    assertThat(folder).isEqualTo(OLD);
    assertThat(archives.effects())
        .containsExactly(new Effect.PutFile(OLD + "/execution.json", "[]"));
  }
}
