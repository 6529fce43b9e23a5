package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.GateShape.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// No state behind a mandatory gate is reached without its evidence: model checking of workflow
/// definitions in which one phase has gates. `-Dtidemark.gates=full` explores more and larger ones,
/// for some minutes.
///
/// Why one phase with gates is enough: the gates of a change are a conjunction, and what one phase
/// records matters to the gates of another only where an earlier phase begins, with gates or
/// without. So what a definition allows, each of its phases alone allows too, and a way round one
/// gate among many is a way round it alone. [GateProperties] tests that on definitions of up to
/// five phases with any gates but `phases-done`, which looks at the other phases; definitions that
/// mix it with others are tested at random only.
///
/// Why no key has the history: `undo` and `restore` put back a document and leave the evidence, so
/// they lead nowhere where the edit to that document does not lead, and every document is an edit
/// of one move. A file that cannot be read stands for the newest recorded one that can, which is
/// another such edit. [StateSpace] compares merged states.
///
/// Where the state space is complete, sequences of any length are covered.
class GateModelTest {
  private static final boolean FULL = "full".equals(System.getProperty("tidemark.gates"));

  /// More moves than any state is away from the start.
  private static final int COMPLETE = 100;

  /// The length of sequences that is counted.
  private static final int SEQUENCE = 6;

  private long definitions;
  private long states;
  private long transitions;
  private long behind;
  private long compared;
  private BigInteger sequences = BigInteger.ZERO;

  private void explore(int phases, int gated, GateShape shape, int depth) {
    var shapes = new ArrayList<>(Collections.nCopies(phases, GateShape.NONE));
    shapes.set(gated, shape);
    var model = new GateModel(shapes);
    var space = new StateSpace<>(model, depth);
    assertThat(space.counterexample()).as("moves that lead behind a gate of %s", shapes).isNull();
    definitions++;
    states += space.states();
    transitions += space.transitions();
    behind += model.behind;
    compared += space.compared();
    var longer = BigInteger.ONE;
    for (int length = 0; length < Math.min(depth, SEQUENCE); length++) {
      longer = longer.multiply(BigInteger.valueOf(model.alphabet(length)));
      sequences = sequences.add(longer);
    }
  }

  private void explore(int phases, Kind kind, int depth) {
    for (int gated = 0; gated < phases; gated++) {
      for (var shape : GateShape.of(kind)) {
        explore(phases, gated, shape, depth);
      }
    }
  }

  @AfterEach
  void report() {
    System.out.printf(
        "gates: %d definitions, %d states, %d transitions, %d times behind a gate,"
            + " %d merged states compared, %s sequences up to length %d%n",
        definitions, states, transitions, behind, compared, sequences, SEQUENCE);
    assertThat(behind).as("a model that never gets behind a gate proves nothing").isPositive();
  }

  @Test
  void no_gate_of_one_or_two_phases_is_got_round() {
    for (var kind : FULL ? Kind.values() : new Kind[] {Kind.ARTIFACT, Kind.PHASES}) {
      explore(1, kind, COMPLETE);
      explore(2, kind, COMPLETE);
    }
  }

  @Test
  void no_kind_of_gate_is_got_round() {
    for (var kind : Kind.values()) {
      explore(1, kind, SEQUENCE);
      explore(2, kind, 3);
    }
  }

  @Test
  void no_gate_of_three_phases_is_got_round() {
    explore(3, Kind.ARTIFACT, FULL ? SEQUENCE : 3);
    explore(3, Kind.PHASES, FULL ? 5 : 2);
  }

  @Test
  void no_gate_of_four_or_five_phases_is_got_round() {
    explore(4, Kind.ARTIFACT, FULL ? 3 : 2);
    explore(4, Kind.PHASES, FULL ? 3 : 2);
    for (int gated = 0; gated < 5; gated++) {
      explore(5, gated, new GateShape(true, true, Kind.ARTIFACT), FULL ? 3 : 1);
    }
  }
}
