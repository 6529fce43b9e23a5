package dev.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongHistoryTest {
  private static final int UPDATES = 200;

  private LongHistory history;

  @BeforeAll
  void measure(@TempDir Path scratch) throws IOException {
    history = LongHistory.measure(scratch, UPDATES, 50);
  }

  @Test
  void every_update_and_every_pair_is_counted() {
    assertThat(history.all().count()).isEqualTo(UPDATES);
    assertThat(history.open().old().count()).isEqualTo(50);
    assertThat(history.open().young().count()).isEqualTo(50);
    assertThat(history.reopened().old().count()).isEqualTo(50);
    assertThat(history.reopened().young().count()).isEqualTo(50);
  }

  @Test
  void the_journal_is_at_most_a_third_larger_than_the_new_text() {
    assertThat(history.newData()).isEqualTo(UPDATES * 4_096L);
    assertThat(history.journalRatio()).isBetween(1.0, 1.3);
  }
}
