package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.item.Desk;
import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tables of phases: their numbers, and what a changed definition makes of them.
class PhaseRowsTest {

  @ParameterizedTest
  @CsvSource({
    "1 2 3, 3",
    "3 2 1, 3",
    "9 10 2, 10",
    "2 1.5 1, 2",
    "1 1.5, 1.5",
    "1.5 1, 1.5",
    "1.5 1.2, 1.5",
    "1.2 1.5, 1.5",
    "1.1 2.0 1.9, 2.0",
    "1999998 1999999, 1999999",
    "5 a, 5",
    "5 6a, 5",
    "2 99999999, 2",
    ".5 .6, .6",
    "0, 0"
  })
  @Proves("T-001-B")
  void numbers_are_compared_as_numbers_and_what_is_none_is_lowest(String numbers, String highest) {
    var rows = new ArrayList<PhaseRow>();
    for (var number : numbers.split(" ")) {
      rows.add(PhaseRow.pending(number, "Phase " + number));
    }

    assertThat(PhaseRows.highest(rows)).isEqualTo(highest);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "10, 10",
    "9.5, 9",
    "1234567, 1234567",
    "12345678, 0",
    ".5, 0",
    "1/2, 0",
    "1:2, 0"
  })
  void the_whole_part_of_a_number_is_what_stands_before_the_point(String number, int whole) {
    assertThat(PhaseRows.wholePart(number)).isEqualTo(whole);
  }

  @Test
  void a_table_is_laid_over_the_defined_phases_by_name_and_has_their_numbers() {
    var done = PhaseRow.pending("1", "Trace").done(Desk.START);
    var gone = PhaseRow.pending("2", "Gone");
    var rows = List.of(done, gone, PhaseRow.pending("3", "Close"));
    var defined =
        List.of(
            PhaseRow.pending("1", "Reproduce"),
            PhaseRow.pending("1.5", "Trace"),
            PhaseRow.pending("3", "Close"));

    assertThat(PhaseRows.merged(rows, defined))
        .containsExactly(
            PhaseRow.pending("1", "Reproduce"),
            PhaseRow.pending("1.5", "Trace").done(Desk.START),
            PhaseRow.pending("3", "Close"),
            gone);
    assertThat(PhaseRows.merged(rows, List.of())).isEqualTo(rows);
  }
}
