package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Goal and notes among the entries of the key context.
class ContextNotesTest {
  private static final List<PhaseRow> ROWS =
      List.of(PhaseRow.pending("1", "Capture"), PhaseRow.pending("1.5", "Risks"));

  @ParameterizedTest
  @CsvSource({
    "'Goal: Log users in', true",
    "'[Phase 1] Note: x', true",
    "'[Phase 1] Blocked by: x', true",
    "'[Phase 1] Note: ', false",
    "'[Phase 1] Note:x', false",
    "'[Phase 1] Stack: Java', false",
    "'[Phase 1]Note: x', false",
    "'[Phase 1 Note: x', false",
    "'(Phase 1] Note: x', false",
    "'Stack: Java', false"
  })
  void an_entry_is_a_goal_a_note_or_a_reference_to_read_again(String entry, boolean note) {
    assertThat(ContextNotes.isNote(entry)).isEqualTo(note);
  }

  @Test
  void a_note_belongs_to_the_phase_with_its_number_else_to_the_number_itself() {
    var entries =
        List.of("Stack: Java", "[Phase 1.5] Open question: which?", "[Phase 7] Note: ] x");

    assertThat(ContextNotes.of(entries, ROWS))
        .containsExactly(
            new Note(Note.Kind.QUESTION, new PhaseName("Risks"), "which?"),
            new Note(Note.Kind.NOTE, new PhaseName("Phase 7"), "] x"));
  }

  @Test
  void the_goal_is_that_of_the_first_entry_with_one() {
    assertThat(ContextNotes.goal(List.of("Stack: Java", "Goal: One", "Goal: Two")))
        .isEqualTo("One");
    assertThat(ContextNotes.goal(List.of("Stack: Java"))).isNull();
  }

  @Test
  void another_goal_replaces_all_before_and_stands_first() {
    assertThat(ContextNotes.withGoal(List.of("Stack: Java", "Goal: One", "Goal: Two"), "Th\nree"))
        .containsExactly("Goal: Th ree", "Stack: Java");
    assertThat(ContextNotes.withGoal(List.of(), "One")).containsExactly("Goal: One");
  }
}
