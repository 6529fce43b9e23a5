package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.StateSpace;
import org.junit.jupiter.api.Test;

/// No phase is reached before a person has approved the outputs of REQUIREMENTS and of ARCHITECTURE
/// as they are: model checking of the dialect flow. `-Dtidemark.gates=full` covers sequences of any
/// length.
class ApprovalModelTest {
  private static final int DEPTH = "full".equals(System.getProperty("tidemark.gates")) ? 100 : 3;

  @Test
  void no_sequence_of_verbs_and_edits_gets_round_an_approval() {
    var model = new ApprovalModel();
    var space = new StateSpace<>(model, DEPTH);

    assertThat(space.counterexample()).as("moves that lead behind an approval").isNull();
    System.out.printf(
        "approvals: %,d states, %,d transitions up to length %d, %,d times behind one, %,d merged"
            + " states compared%n",
        space.states(), space.transitions(), DEPTH, model.behind, space.compared());
    assertThat(model.behind).as("a model that never gets behind one proves nothing").isPositive();
  }
}
