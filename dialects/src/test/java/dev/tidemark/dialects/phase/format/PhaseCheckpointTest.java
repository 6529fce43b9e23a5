package dev.tidemark.dialects.phase.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.phase.Project;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a document means: claims, notes, and whose it is.
class PhaseCheckpointTest {
  private final PhaseFormat format = new PhaseFormat(new PhaseWorkflows(new Workflows(List.of())));

  private static String document(String completed, String next) {
    return "---\ncompleted_phase: " + completed + "\nnext_phase: " + next + "\n---\n";
  }

  @ParameterizedTest
  @CsvSource({
    "3-build, 4-review, true",
    "3-build, activate, true",
    "3-build-partial, 3-build, true",
    "2-plan, 4-review, true",
    "~, 4-review, true",
    "2-plan, 3-build, false",
    "4-review, 5-finalize, false",
    "kw-2-execute, kw-3-review, false",
    "~, 5-finalize, false"
  })
  void a_build_that_is_not_reviewed_is_claimed(String completed, String next, boolean claimed) {
    var build = new Claim.GatePassed(new PhaseName("3-build"), true, null);

    assertThat(format.read(Project.ID, document(completed, next)).claims())
        .isEqualTo(claimed ? List.of(build) : List.of());
  }

  @Test
  void a_build_of_a_workflow_without_a_review_claims_nothing() {
    var own = WorkflowFilesReader.read("dev.yaml", "format: phase\nphases: [3-build, 5-ship]\n");
    var other = new PhaseFormat(new PhaseWorkflows(new Workflows(List.of(own))));

    assertThat(other.read(Project.ID, document("3-build", "5-ship")).claims()).isEmpty();
  }

  @Test
  void where_only_the_next_phase_is_known_the_one_before_it_has_the_summary() {
    var text = document("9-x", "2-plan") + "\n## Completed: Phase 9\n\nDone.\n";

    assertThat(format.read(Project.ID, text).phases())
        .extracting(phase -> phase.summary())
        .containsExactly(null, new ContextSummary("Done."), null, null, null, null, null);
  }

  @Test
  void notes_are_read_from_the_body() {
    var text = document("2-plan", "3-build") + "\n## Open Items\n- [ ] Blocked by (3-build): a\n";

    assertThat(format.read(Project.ID, text).notes())
        .containsExactly(new Note(Note.Kind.BLOCKED, new PhaseName("3-build"), "a"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', false",
    "' \n', false",
    "'# Notes\n', true",
    "'completed: all\n', true",
    "'# Notes\ncompleted_phase: 2-plan', false",
    "'clear_reason:', false"
  })
  void a_file_without_any_of_the_keys_is_that_of_another_tool(String text, boolean foreign) {
    assertThat(format.attribution(text).foreign()).isEqualTo(foreign);
  }

  @Test
  void unreliable_documents_are_kept_in_a_folder_of_their_own() {
    assertThat(format.quarantineFolders()).containsExactly(".tidemark/set-aside");
  }
}
