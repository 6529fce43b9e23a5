package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.StateSpace;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.LongProof;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// No phase is reached before a person has approved the outputs of REQUIREMENTS and of ARCHITECTURE
/// as they are: model checking of the dialect flow. `-Dtidemark.gates=full` covers sequences of any
/// length.
@Tag(FormatContract.THOROUGH)
@LongProof
class ApprovalModelTest {
  private static final int DEPTH = "full".equals(System.getProperty("tidemark.gates")) ? 100 : 3;

  @Test
  void no_sequence_of_verbs_and_edits_gets_round_an_approval() {
    var model = new ApprovalModel(FlowSettings.USUAL);
    var space = new StateSpace<>(model, DEPTH);

    assertThat(space.counterexample()).as("moves that lead behind an approval").isNull();
    System.out.printf(
        "approvals: %,d states, %,d transitions up to length %d, %,d times behind one, %,d merged"
            + " states compared%n",
        space.states(), space.transitions(), DEPTH, model.behind, space.compared());
    assertThat(model.behind).as("a model that never gets behind one proves nothing").isPositive();
  }

  /// With one of the approvals switched off.
  @ParameterizedTest
  @CsvSource({"REQUIREMENTS, ARCHITECTURE", "ARCHITECTURE, REQUIREMENTS"})
  void an_approval_that_is_not_asked_for_is_found(String asked, String missing) {
    var settings = FlowSettings.of(List.of(asked), FlowSettings.USUAL.ancient(), 3);
    var space = new StateSpace<>(new ApprovalModel(settings), DEPTH);

    assertThat(space.counterexample()).contains("behind " + missing + ", whose output");
  }
}
