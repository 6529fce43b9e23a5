package dev.tidemark.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

/// Every kind of *no* has a code for scripts, an exit code and a next step.
@Proves("R-COM-09")
class ProblemViewTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @Test
  void a_document_that_cannot_be_read_is_left_as_it_is() {
    var unknown = ProblemView.of(new UnknownVersionException("2", true), "a.json");
    var damaged = ProblemView.of(new UnreadableException("line 1"), "a.json");
    var unusable = ProblemView.of(new UnusableException("a list"), "a.json");

    assertThat(unknown.code()).isEqualTo("unknown-version");
    assertThat(damaged.code()).isEqualTo("unreadable");
    assertThat(unusable.code()).isEqualTo("unusable");
    for (var problemView : new ProblemView[] {unknown, damaged, unusable}) {
      assertThat(problemView.exit()).isEqualTo(5);
      assertThat(problemView.message()).startsWith("a.json: ").endsWith("; it was left as it is");
      assertThat(problemView.hint()).isNotBlank();
    }
  }

  @Test
  void a_store_that_lost_a_race_failed_and_one_that_contradicts_itself_is_invalid() {
    StoreException lost = new ConflictException(RUN);
    StoreException damaged = new DamagedException("the journal", "record 3 is missing");

    assertThat(ProblemView.of(lost).exit()).isEqualTo(1);
    assertThat(ProblemView.of(lost).code()).isEqualTo("conflict");
    assertThat(ProblemView.of(damaged).exit()).isEqualTo(5);
    assertThat(ProblemView.of(damaged).hint()).isNotBlank();
  }
}
