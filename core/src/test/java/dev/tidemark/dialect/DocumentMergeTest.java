package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.DocumentMerge.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentMergeTest {
  @ParameterizedTest
  @CsvSource({
    "a, a, a, a",
    "a, b, a, b",
    "a, a, b, b",
    "a, b, b, b",
    "a, b, c,",
    ", a, a, a",
    ", a, b,"
  })
  void the_side_that_changed_is_taken_where_only_one_did(
      @Nullable String base, String ours, String theirs, @Nullable String merged) {
    assertThat(DocumentMerge.unchanged(base, ours, theirs)).isEqualTo(merged);
  }

  @Test
  void a_refused_merge_has_no_text() {
    assertThat(Result.of("text")).isEqualTo(new Result("text", null, List.of(), List.of()));
    assertThat(Result.refused("two runs"))
        .isEqualTo(new Result("", "two runs", List.of(), List.of()));
  }
}
