package dev.tidemark.workflow.change;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Phases and tasks are picked by their numbers.
class PhaseSelectionTest {
  private static String ofNine(PhaseSelection phaseSelection) {
    return IntStream.rangeClosed(0, 9)
        .filter(phaseSelection::includes)
        .mapToObj(Integer::toString)
        .collect(joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 2",
    "002, 2",
    "'1,3', 1 3",
    "' 1 , 3 ', 1 3",
    "7+, 7 8 9",
    "3-5, 3 4 5",
    "4-4, 4",
    "'2,4-5,8+', 2 4 5 8 9",
    "0, 0",
    "123456, ''"
  })
  void phases_are_picked_one_by_one_from_to_and_from_on(String text, String picked) {
    assertThat(ofNine(PhaseSelection.phases(text))).isEqualTo(picked);
  }

  @ParameterizedTest
  @CsvSource({
    "T2, 2",
    "t002, 2",
    "'T1,T3', 1 3",
    "T7+, 7 8 9",
    "T3-T5, 3 4 5",
    "T3-5, 3 4 5",
    "t3-t5, 3 4 5"
  })
  void tasks_are_picked_likewise_with_a_letter(String text, String picked) {
    assertThat(ofNine(PhaseSelection.tasks(text))).isEqualTo(picked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "xy", "5-3", "1,", ",1", "+2", "-2", "1-", "1.", "1234567", "1 2", "2++"})
  void anything_else_picks_nothing(String text) {
    assertThat(PhaseSelection.phases(text)).isNull();
    assertThat(PhaseSelection.tasks(text)).isNull();
    assertThat(PhaseSelection.tasks("T1," + text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "2+", "2-3"})
  void the_letter_tells_tasks_from_phases(String text) {
    assertThat(PhaseSelection.tasks(text)).isNull();
    assertThat(PhaseSelection.phases("T" + text)).isNull();
  }

  @Test
  void a_number_with_parts_is_picked_by_itself_and_by_a_range_around_it() {
    var one = PhaseSelection.tasks("T005a,t1.2");
    assertThat(one.includes("T005a")).isTrue();
    assertThat(one.includes("T1.2")).isTrue();
    assertThat(one.includes("T005")).isFalse();
    assertThat(PhaseSelection.tasks("T005").includes("T005a")).isFalse();
    assertThat(PhaseSelection.tasks("T001-T005").includes("T005a")).isTrue();
    assertThat(PhaseSelection.phases("3.1,n").includes("3.1")).isTrue();
    assertThat(PhaseSelection.phases("3.1,n").includes("N")).isTrue();
    assertThat(PhaseSelection.phases("2+").includes("3.1")).isTrue();
    assertThat(PhaseSelection.phases("x").includes("N")).isFalse();
    assertThat(PhaseSelection.tasks("3.1")).isNull();
  }

  @Test
  void a_task_is_picked_by_the_number_in_its_id() {
    var phaseSelection = PhaseSelection.tasks("T002-T007");

    assertThat(phaseSelection.includes("T007")).isTrue();
    assertThat(phaseSelection.includes("t2")).isTrue();
    assertThat(phaseSelection.includes("T8")).isFalse();
    assertThat(phaseSelection.includes("T001")).isFalse();
    assertThat(phaseSelection.includes("write it")).isFalse();
  }
}
