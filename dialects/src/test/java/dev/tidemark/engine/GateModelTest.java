package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.GateModel.Kind;
import dev.tidemark.engine.GateModel.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// No state behind a mandatory gate is reached without its evidence: model checking of workflow
/// definitions. The usual depths are chosen for the time they take; `-Dtidemark.gates.depth=6`
/// explores every definition to sequences of that length.
class GateModelTest {
  private long definitions;
  private long states;
  private long transitions;
  private long behind;
  private BigInteger sequences = BigInteger.ZERO;

  private void explore(List<Shape> shapes, int usualDepth) {
    int depth = Integer.getInteger("tidemark.gates.depth", usualDepth);
    var model = new GateModel(shapes, depth);
    assertThat(model.counterexample()).as("moves that lead behind a closed gate").isNull();
    definitions++;
    states += model.states;
    transitions += model.transitions;
    behind += model.behind;
    for (int length = 1; length <= depth; length++) {
      sequences = sequences.add(BigInteger.valueOf(model.alphabet()).pow(length));
    }
  }

  private void report(String what) {
    System.out.printf(
        "%s: %d definitions, %d states, %d transitions, %d times behind a gate, %s sequences%n",
        what, definitions, states, transitions, behind, sequences);
    assertThat(behind).as("a model that never gets behind a gate proves nothing").isPositive();
  }

  private static List<List<Shape>> all(int phases) {
    var definitions = List.of(List.<Shape>of());
    for (int i = 0; i < phases; i++) {
      var longer = new ArrayList<List<Shape>>();
      for (var shorter : definitions) {
        for (int bits = 0; bits < 4; bits++) {
          var shapes = new ArrayList<>(shorter);
          shapes.add(new Shape((bits & 1) != 0, (bits & 2) != 0, Kind.ARTIFACT));
          longer.add(shapes);
        }
      }
      definitions = longer;
    }
    return definitions;
  }

  @Test
  void no_gate_of_one_or_two_phases_is_got_round() {
    all(1).forEach(shapes -> explore(shapes, 6));
    all(2).forEach(shapes -> explore(shapes, 4));
    report("one and two phases");
  }

  @Test
  void no_gate_of_three_to_five_phases_is_got_round() {
    for (int phases = 3; phases <= 5; phases++) {
      for (var shapes : all(phases)) {
        long gated = shapes.stream().filter(Shape::gated).count();
        if (gated == 1 && phases == 3) {
          explore(shapes, 3);
        } else if (gated == 1 || phases == 3) {
          explore(shapes, 2);
        } else {
          explore(shapes, 1);
        }
      }
    }
    report("three to five phases");
  }

  @Test
  void no_kind_of_gate_is_got_round() {
    for (var kind : Kind.values()) {
      for (int bits = 1; bits < 4; bits++) {
        var gated = new Shape((bits & 1) != 0, (bits & 2) != 0, kind);
        explore(List.of(Shape.NONE, gated), 4);
        explore(List.of(Shape.NONE, gated, Shape.NONE), 3);
      }
    }
    report("every kind of gate");
  }
}
