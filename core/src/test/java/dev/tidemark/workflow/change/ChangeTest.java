package dev.tidemark.workflow.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeTest {
  @ParameterizedTest
  @CsvSource({
    "design, design,",
    "design/auth, design, auth",
    "state/design/auth, design, auth",
    "state/design, design,",
    "flow/design, flow, design",
    "design/, design, ''",
    "/auth, '', auth",
    "state, state,",
    "stated/design, stated, design",
  })
  void the_words_of_a_start_name_the_workflow_and_the_item(
      String words, String workflow, @Nullable String item) {
    assertThat(Change.StartRun.named("state", words))
        .isEqualTo(new Change.StartRun(workflow, item, List.of(), false));
  }

  @Test
  void a_kept_report_is_of_its_own_kind() {
    assertThat(new Change.KeepReport("linear", JsonObject.EMPTY).kind())
        .isEqualTo(Change.Kind.KEEP_REPORT);
  }

  @ParameterizedTest
  @EnumSource
  void the_kind_of_a_pending_effect_is_found_by_its_word(PendingEffect.Kind kind) {
    assertThat(PendingEffect.Kind.of(kind.word())).isEqualTo(kind);
    assertThat(PendingEffect.Kind.of(kind.word() + "s")).isNull();
  }

  @Test
  void a_report_without_a_document_is_recorded_in_the_journal() {
    var build = new PhaseName("build");
    var files =
        List.of(
            new Artifact("a.md", Artifact.Kind.CREATED),
            new Artifact("b.md", Artifact.Kind.MODIFIED));
    var report = new PhaseReport(null, files, List.of("No JWT"), null);

    assertThat(report.journalEvents(build))
        .containsExactly(
            new Event.DecisionRecorded(new Decision(build, "No JWT")),
            new Event.NoteRecorded(new Note(Note.Kind.CREATED, build, "a.md")),
            new Event.NoteRecorded(new Note(Note.Kind.MODIFIED, build, "b.md")));
    assertThat(report.journalEvents(null).getFirst())
        .isEqualTo(new Event.NoteRecorded(new Note(Note.Kind.DECISION, null, "No JWT")));
  }
}
