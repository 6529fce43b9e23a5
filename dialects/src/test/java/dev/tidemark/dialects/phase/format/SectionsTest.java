package dev.tidemark.dialects.phase.format;

import static org.assertj.core.api.Assertions.assertThat;

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
}
