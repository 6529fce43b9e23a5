package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.GateModel.Move;
import dev.tidemark.engine.GateModel.Point;
import dev.tidemark.engine.GateShape.Kind;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/// Random workflow definitions of up to five phases with any gates, and random sequences of verbs
/// and edits, shrunk where one fails: what [GateModelTest] does not enumerate.
class GateProperties {
  @Provide
  Arbitrary<List<GateShape>> definitions() {
    return shapes(List.of(Kind.values()));
  }

  /// Without `phases-done`, which depends on the other phases.
  @Provide
  Arbitrary<List<GateShape>> independent() {
    var kinds = new ArrayList<>(List.of(Kind.values()));
    kinds.remove(Kind.PHASES);
    return shapes(kinds);
  }

  private static Arbitrary<List<GateShape>> shapes(List<Kind> kinds) {
    var flags = Arbitraries.of(false, true);
    return Combinators.combine(flags, flags, Arbitraries.of(kinds))
        .as(GateShape::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .filter(shapes -> shapes.stream().anyMatch(GateShape::gated))
        .filter(shapes -> shapes.stream().filter(GateProperties::isShip).count() <= 1);
  }

  /// The ship gates of a run all look at the same verdict.
  private static boolean isShip(GateShape shape) {
    return shape.gated() && shape.kind() == Kind.SHIP;
  }

  /// Chooses among the moves there are: one kind, then one of that kind.
  private static Move choose(List<Move> moves, int number) {
    var actions = GateModel.Action.values();
    for (int i = 0; ; i++) {
      var action = actions[Math.floorMod(number + i, actions.length)];
      var some = moves.stream().filter(move -> move.action() == action).toList();
      if (!some.isEmpty()) {
        return some.get(Math.floorMod(number / actions.length, some.size()));
      }
    }
  }

  @Property(tries = 500)
  void no_sequence_gets_round_any_gate(
      @ForAll("definitions") List<GateShape> shapes, @ForAll @Size(max = 8) List<Integer> numbers) {
    var model = new GateModel(shapes);
    var point = model.initial();
    var path = new StringBuilder();
    for (int number : numbers) {
      var move = choose(model.moves(point), number);
      var next = model.next(point, move);
      path.append(move).append("; ");
      assertThat(next.violation()).as("%s: %s", shapes, path).isNull();
      point = next.state();
    }
  }

  /// The lemma of [GateModelTest].
  @Property(tries = 500)
  void what_a_definition_allows_each_of_its_phases_alone_allows(
      @ForAll("independent") List<GateShape> shapes, @ForAll @Size(max = 8) List<Integer> numbers) {
    var all = new GateModel(shapes);
    var point = all.initial();
    var alone = new ArrayList<GateModel>();
    var points = new ArrayList<Point>();
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).gated()) {
        alone.add(all.alone(i));
        points.add(alone.getLast().initial());
      }
    }
    var path = new StringBuilder();
    for (int number : numbers) {
      var move = choose(all.moves(point), number);
      path.append(move).append("; ");
      var next = all.next(point, move).state();
      if (GateModel.isVerb(move) && !next.run().isMade()) {
        continue; // refused: nothing has changed
      }
      point = next;
      for (int i = 0; i < points.size(); i++) {
        var one = alone.get(i).next(points.get(i), move).state();
        boolean made = one.run().isMade() || !GateModel.isVerb(move);
        assertThat(made).as("%s: %s", shapes, path).isTrue();
        points.set(i, one);
      }
    }
  }
}
