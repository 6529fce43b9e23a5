package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which number of a table of phases is the highest.
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
}
