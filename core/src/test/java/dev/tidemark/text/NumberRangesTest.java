package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberRangesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1; 1",
        "1 2; 1-2",
        "1 3; 1, 3",
        "1 2 3 5; 1-3, 5",
        "1 3 4; 1, 3-4",
        "8 9 10 12; 8-10, 12"
      })
  void neighbours_are_one_range(String numbers, String ranges) {
    var list = Arrays.stream(numbers.split(" ")).map(Integer::valueOf).toList();

    assertThat(NumberRanges.of(list)).isEqualTo(ranges);
  }

  @Test
  void no_numbers_are_no_text() {
    assertThat(NumberRanges.of(List.of())).isEmpty();
    assertThat(NumberRanges.of(List.of(1000, 1001))).isEqualTo("1000-1001");
  }
}
