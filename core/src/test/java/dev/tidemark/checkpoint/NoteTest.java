package dev.tidemark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Note.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NoteTest {
  private static final PhaseName BUILD = new PhaseName("build");

  @ParameterizedTest
  @EnumSource
  void a_kind_is_found_by_its_word(Kind kind) {
    assertThat(Kind.of(kind.word())).isEqualTo(kind);
    assertThat(Kind.of(kind.word() + "s")).isNull();
  }

  @Test
  void a_line_for_people_names_the_kind_and_the_phase() {
    assertThat(new Note(Kind.NEXT, BUILD, "x").labelled("Test it"))
        .isEqualTo("Next action (build): Test it");
    assertThat(new Note(Kind.NOTE, null, "x").labelled("Test it")).isEqualTo("Note: Test it");
  }

  @ParameterizedTest
  @CsvSource({
    "NOTE, build, 'rotate it, then\n test it', true",
    "NOTE, build, ' rotate  it, then test it\n', true",
    "NOTE, build, 'rotate it, thentest it', false",
    "NOTE, build, rotate it, false",
    "TRIED, build, 'rotate it, then test it', false",
    "NOTE, ship, 'rotate it, then test it', false",
    "NOTE, , 'rotate it, then test it', false",
  })
  void two_notes_are_the_same_whatever_their_white_space(
      Kind kind, @Nullable String phase, String text, boolean same) {
    var note = new Note(Kind.NOTE, BUILD, "rotate it, then test it");
    var other = new Note(kind, phase == null ? null : new PhaseName(phase), text);

    assertThat(note.isSame(other)).isEqualTo(same);
    assertThat(other.isSame(note)).isEqualTo(same);
    assertThat(new Note(Kind.NOTE, null, "a").isSame(new Note(Kind.NOTE, null, "a"))).isTrue();
  }

  @Test
  void a_kind_says_what_ends_or_replaces_its_notes() {
    assertThat(Kind.values())
        .filteredOn(Kind::isSingle)
        .containsExactly(Kind.NEXT, Kind.SUMMARY, Kind.OUTDATED);
    assertThat(Kind.values())
        .filteredOn(Kind::isResolvable)
        .containsExactly(Kind.BLOCKED, Kind.QUESTION, Kind.OUTDATED);
    assertThat(Kind.values())
        .filteredOn(Kind::endsWithPhase)
        .containsExactly(Kind.NOTE, Kind.NEXT, Kind.BLOCKED, Kind.FAILED, Kind.OUTDATED);
    assertThat(Kind.TRIED.label()).isEqualTo("Tried and failed");
  }
}
