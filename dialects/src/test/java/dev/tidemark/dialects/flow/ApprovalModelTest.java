package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.StateSpace;
import org.junit.jupiter.api.Test;

/// ARCHITECTURE is not reached before a person has approved the output of REQUIREMENTS as it is:
/// model checking of the dialect flow. `-Dtidemark.gates=full` makes one move more.
class ApprovalModelTest {
  private static final int DEPTH = "full".equals(System.getProperty("tidemark.gates")) ? 6 : 5;

  @Test
  void no_sequence_of_verbs_and_edits_gets_round_an_approval() {
    var model = new ApprovalModel();
    var space = new StateSpace<>(model, DEPTH);

    assertThat(space.counterexample()).as("moves that lead behind the approval").isNull();
    System.out.printf(
        "approval: %d states, %d transitions up to length %d, %d times behind it%n",
        space.states(), space.transitions(), DEPTH, model.behind);
    assertThat(model.behind).as("a model that never gets behind it proves nothing").isPositive();
  }
}
