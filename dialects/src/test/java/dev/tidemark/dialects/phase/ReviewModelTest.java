package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.StateSpace;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.LongProof;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Nothing behind the mandatory review is reached while a build is not reviewed: model checking of
/// the phase checkpoint. `-Dtidemark.gates=full` makes one move more.
@Tag(FormatContract.THOROUGH)
@LongProof
class ReviewModelTest {
  private static final int DEPTH = "full".equals(System.getProperty("tidemark.gates")) ? 5 : 4;

  @Test
  void no_sequence_of_verbs_and_edits_gets_round_the_review() {
    var space = new StateSpace<>(new ReviewModel(), DEPTH);

    assertThat(space.counterexample()).as("moves that lead behind the review").isNull();
    System.out.printf(
        "review: %d states, %d transitions up to length %d, %d merged states compared%n",
        space.states(), space.transitions(), DEPTH, space.compared());
    assertThat(space.states()).isGreaterThan(100);
  }
}
