package dev.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TextsTest {
  private final Texts texts = new Texts(6_000, 4_096, RandomGenerator.of("L64X128MixRandom"));

  @Test
  void all_documents_have_the_size_asked_for() {
    assertThat(texts.next()).hasSize(6_000).isASCII();
    assertThat(texts.next()).hasSize(6_000).isASCII();
  }

  @Test
  void what_differs_is_not_more_than_the_new_part() {
    String one = texts.next();
    String other = texts.next();
    int first = 0;
    while (one.charAt(first) == other.charAt(first)) {
      first++;
    }
    int last = one.length();
    while (one.charAt(last - 1) == other.charAt(last - 1)) {
      last--;
    }
    assertThat(last - first).isBetween(4_080, 4_096);
  }
}
