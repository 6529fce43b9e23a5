package dev.tidemark.dialects.phase.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies as people leave them.
@Proves({"T-000-C", "R-COM-05"})
class SectionsTest {
  private static String lines(String text) {
    return text == null ? "" : text.replace("\\r", "\r").replace("\\n", "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // a body, and the same with a note
        "| \\n## Key Outcomes\\n\\n- new\\n",
        "Text\\n | Text\\n\\n## Key Outcomes\\n\\n- new\\n",
        "Text | Text\\n\\n## Key Outcomes\\n\\n- new\\n",
        "Text\\r\\nmore | Text\\r\\nmore\\r\\n\\r\\n## Key Outcomes\\r\\n\\r\\n- new\\r\\n",
        "## Key Outcomes | ## Key Outcomes\\n- new",
        "## Key Outcomes\\n## Next Step\\n | ## Key Outcomes\\n- new\\n## Next Step\\n",
        "## Key Outcomes\\n\\n## Next Step\\n | ## Key Outcomes\\n- new\\n\\n## Next Step\\n",
        "## Key Outcomes\\n\\n- a\\n\\n## Next Step\\n"
            + "| ## Key Outcomes\\n\\n- a\\n- new\\n\\n## Next Step\\n",
        "## Key Outcomes\\n- a  \\n   \\n## Next Step\\n"
            + "| ## Key Outcomes\\n- a  \\n- new\\n   \\n## Next Step\\n",
        "## Key Outcomes\\n\\n- None recorded.\\n\\n## Next Step\\n"
            + "| ## Key Outcomes\\n\\n- new\\n\\n## Next Step\\n",
        "## Key Outcomes\\r\\n\\r\\n- a\\r\\n| ## Key Outcomes\\r\\n\\r\\n- a\\r\\n- new\\r\\n",
        "## Key Outcomes\\n- a | ## Key Outcomes\\n- a\\n- new"
      })
  void a_note_becomes_the_last_outcome_and_the_rest_stays(String body, String after) {
    assertThat(Sections.of(lines(body)).withOutcome("- new")).isEqualTo(lines(after));
  }

  @Test
  void a_section_is_found_where_nothing_stands_before_it() {
    var sections = Sections.of("## Completed: Phase 2 (Plan)  \nPlanned.\n## Open Items\n");

    assertThat(sections.text(Sections.COMPLETED)).isEqualTo("Planned.");
    assertThat(sections.text(Sections.OPEN)).isEmpty();
    assertThat(sections.text(Sections.NEXT)).isNull();
  }

  @Test
  void the_first_of_two_sections_of_one_name_counts() {
    var sections = Sections.of("## Open Items\n- a\n## Open Items\n- b\n## Open Items too\n- c\n");

    assertThat(sections.text(Sections.OPEN)).isEqualTo("- a");
    assertThat(sections.foreign()).containsExactly("## Open Items too");
  }

  @Test
  void a_heading_that_is_indented_is_a_text() {
    var sections = Sections.of("## Open Items\n  ## Mine\n\\## yours\n\\\\## theirs\n");

    assertThat(sections.text(Sections.OPEN)).isEqualTo("## Mine\n## yours\n\\## theirs");
    assertThat(sections.foreign()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "## a, \\## a",
    "a## b, a## b",
    "### a, ### a",
    "##a, ##a",
    "a\\n## b\\n\\, a\\n\\## b\\n\\",
    "\\## a\\n\\\\## b, \\\\## a\\n\\\\\\## b"
  })
  void a_line_that_looks_like_a_heading_gets_a_backslash(String text, String guarded) {
    assertThat(Sections.guarded(lines(text))).isEqualTo(lines(guarded));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // a body, and the same with another next step
        "## Next Step\\n\\nold\\n | ## Next Step\\n\\nnew\\n",
        "## Next Step\\nold\\n## Mine\\n| ## Next Step\\n\\nnew\\n\\n## Mine\\n",
        "a\\r\\n## Next Step\\r\\nold\\r\\n\\r\\n## Mine\\r\\n"
            + "| a\\r\\n## Next Step\\r\\n\\r\\nnew\\r\\n\\r\\n## Mine\\r\\n",
        "Text\\n | Text\\n\\n## Next Step\\n\\nnew\\n"
      })
  void a_text_takes_the_place_of_the_one_in_its_section(String body, String after) {
    assertThat(Sections.of(lines(body)).withText(Sections.NEXT, "new")).isEqualTo(lines(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // a body, and the same without its next step
        "a\\n\\n## Next Step\\n\\nold\\n | a\\n",
        "a\\n\\n## Next Step\\n\\nold\\n\\n## Mine\\nb\\n | a\\n## Mine\\nb\\n",
        "a\\n## Next Step\\nold\\n## Mine\\n | a\\n## Mine\\n",
        "a\\r\\n\\r\\n## Next Step\\r\\nold\\r\\n | a\\r\\n",
        "\\n## Next Step\\nold\\n | \\n",
        "## Next Step\\nold\\n## Mine\\n | ## Mine\\n",
        "Text\\n | Text\\n"
      })
  void a_section_goes_with_the_blank_line_before_it(String body, String after) {
    assertThat(Sections.of(lines(body)).withText(Sections.NEXT, null)).isEqualTo(lines(after));
  }

  @Test
  void a_text_with_a_heading_is_no_section_of_its_own() {
    var body = Sections.of("## Next Step\n\nold\n").withText(Sections.NEXT, "a\n## b");

    assertThat(body).isEqualTo("## Next Step\n\na\n\\## b\n");
    assertThat(Sections.of(body).text(Sections.NEXT)).isEqualTo("a\n## b");
    assertThat(Sections.of("").withText(Sections.NEXT, "a\n## b"))
        .isEqualTo("\n## Next Step\n\na\n\\## b\n");
    assertThat(Sections.of("Text").withText(Sections.COMPLETED, "a")).isEqualTo("Text");
  }

  @Test
  void notes_are_the_lines_with_a_kind_and_a_phase_in_the_sections_for_them() {
    var body =
        """
        ## Context for Next Phase
        - Note (3-build): a
        - Note (): no phase
        - Note ( ): no phase
        - Note (3-build) no colon
        - Note (3-build):
        Note (3-build): no entry
        - Remark (3-build): no kind
        - Tried and failed (3-build): d): e
        - [ ] Blocked by (3-build): of the other section
        ## Open Items
        - [ ] Open question (4-review): f
        - [x] Open question (4-review): answered
        - Open question (4-review): no box
        """;

    assertThat(Sections.notes(body))
        .containsExactly(
            note(Note.Kind.NOTE, "3-build", "a"),
            note(Note.Kind.TRIED, "3-build", "d): e"),
            note(Note.Kind.QUESTION, "4-review", "f"));
  }

  private static Note note(Note.Kind kind, String phase, String text) {
    return new Note(kind, new PhaseName(phase), text);
  }

  @Test
  void a_next_action_takes_the_place_of_the_one_of_its_phase_only() {
    var body = "## Context for Next Phase\n- Next action (3-build): a\n- Note (3-build): a\n";

    var other = Sections.withNote(body, note(Note.Kind.NEXT, "4-review", "b"));
    assertThat(other).isEqualTo(body + "- Next action (4-review): b\n");
    assertThat(Sections.withNote(other, note(Note.Kind.NEXT, "3-build", "c")))
        .isEqualTo(
            "## Context for Next Phase\n- Note (3-build): a\n- Next action (4-review): b\n"
                + "- Next action (3-build): c\n");
  }

  @Test
  void a_note_that_is_there_is_not_added_again() {
    var body = "## Open Items\n- [ ] Blocked by (3-build): no key\n";

    assertThat(Sections.withNote(body, note(Note.Kind.BLOCKED, "3-build", "no\nkey")))
        .isEqualTo(body);
  }

  @Test
  void a_note_goes_however_a_person_has_spaced_it_and_another_one_stays() {
    var body = "## Open Items\n\n- [ ] Blocked by (3-build):   no  key \n- [ ] Logo\n";

    assertThat(Sections.withoutNote(body, note(Note.Kind.BLOCKED, "3-build", "no key")))
        .isEqualTo("## Open Items\n\n- [ ] Logo\n");
    assertThat(Sections.withoutNote(body, note(Note.Kind.BLOCKED, "3-build", "no data")))
        .isEqualTo(body);
    assertThat(Sections.withoutNote(body, note(Note.Kind.BLOCKED, "4-review", "no key")))
        .isEqualTo(body);
  }

  @Test
  void a_note_in_the_section_of_others_stays() {
    var body = "## Context for Next Phase\n- Blocked by (3-build): a\n## Open Items\n- [ ] b\n";

    assertThat(Sections.withoutNote(body, note(Note.Kind.BLOCKED, "3-build", "a"))).isEqualTo(body);
  }
}
