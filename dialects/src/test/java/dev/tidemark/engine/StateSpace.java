package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Explicit-state model checker: breadth-first search over the states of a model up to a number of
/// moves, equal states merged. The first counterexample has the fewest moves.
///
/// Merging is itself checked: of every hundredth pair of merged states the successors are compared.
/// If a key leaves something out that matters, they differ.
///
/// @param <S> a state
/// @param <M> a move
public final class StateSpace<S, M> {
  private static final int SAMPLED = 20_000;
  private static final int CHECKED = 100;

  private final Model<S, M> model;
  private final int depth;
  private final Map<String, Node<S>> seen = new HashMap<>();
  private final Set<String> groups = new HashSet<>();
  private long transitions;
  private long expanded;
  private long checked;
  private long merged;
  private long compared;

  /// Explores a model.
  ///
  /// @param depth how many moves a sequence has at most
  public StateSpace(Model<S, M> model, int depth) {
    this.model = model;
    this.depth = depth;
  }

  /// Something with states and moves, and a property that moves may violate.
  public interface Model<S, M> {
    /// Returns the state that everything starts from.
    S initial();

    /// Returns the moves from a state. Of moves that lead to equal states one is enough.
    List<M> moves(S state);

    /// Returns the same text for states from which the moves that replace the file lead to the same
    /// states: they are made from the first of these only.
    String group(S state);

    /// Returns whether a move replaces the file, so that it does not matter which was there.
    boolean isReplacing(M move);

    /// Returns whether a move can violate the property; others are not made last.
    boolean isJudged(M move);

    /// Makes a move in a copy of a state.
    Next<S> next(S state, M move);

    /// Makes a move as [#next] does, and remembers nothing of other states: what merged states lead
    /// to is compared with that.
    default Next<S> anew(S state, M move) {
      return next(state, move);
    }

    /// Returns the same text for states from which the same moves violate the property.
    String key(S state);

    /// Checks the reductions that the model makes; asked for one state of a hundred.
    ///
    /// @return how many times something was compared
    /// @throws AssertionError if moves were left out that lead to something else
    default long check(S state) {
      return 0;
    }
  }

  /// What a move leads to.
  ///
  /// @param violation what it violates; absent if nothing
  public record Next<S>(S state, @Nullable String violation) {}

  /// A state, how it was reached, and how many moves that took.
  private record Node<S>(S state, @Nullable Path path, int length) {}

  /// A sequence of moves, the last first.
  private record Path(@Nullable Path earlier, String move) {
    @Override
    public String toString() {
      return (earlier == null ? "" : earlier + "; ") + move;
    }
  }

  /// Returns the shortest sequence of moves that violates the property; null if there is none.
  public @Nullable String counterexample() {
    var begin = new Node<>(model.initial(), null, 0);
    seen.put(model.key(begin.state()), begin);
    var level = List.of(begin);
    for (int length = 0; length < depth && !level.isEmpty(); length++) {
      var next = new ArrayList<Node<S>>();
      for (var node : level) {
        var wrong = expand(node, length + 1 == depth, next);
        if (wrong != null) {
          return wrong;
        }
      }
      level = next;
    }
    return null;
  }

  private @Nullable String expand(Node<S> node, boolean last, List<Node<S>> level) {
    if (expanded++ % CHECKED == 0) {
      checked += model.check(node.state());
    }
    boolean first = !last && groups.add(model.group(node.state()));
    for (var move : model.moves(node.state())) {
      if ((last && !model.isJudged(move)) || (!first && model.isReplacing(move))) {
        continue;
      }
      var next = model.next(node.state(), move);
      transitions++;
      var path = new Path(node.path(), move.toString());
      if (next.violation() != null) {
        return path + " -> " + next.violation();
      }
      if (!last) {
        var reached = new Node<>(next.state(), path, node.length() + 1);
        var known = seen.putIfAbsent(model.key(next.state()), reached);
        if (known == null) {
          level.add(reached);
        } else if (merged++ % SAMPLED == 0) {
          compare(known, reached);
        }
      }
    }
    return null;
  }

  private void compare(Node<S> one, Node<S> other) {
    compared++;
    var expected = successors(one.state());
    var actual = successors(other.state());
    if (!expected.keySet().equals(actual.keySet())) {
      var differing = new HashMap<>(expected);
      differing.keySet().removeAll(actual.keySet());
      actual.keySet().removeAll(expected.keySet());
      throw new AssertionError(
          "the key merges states that differ: %s, then %s; and %s, then %s"
              .formatted(one.path(), differing, other.path(), actual));
    }
  }

  /// Returns a move for each different state that moves lead to, by its key.
  private Map<String, M> successors(S state) {
    var moves = new HashMap<String, M>();
    for (var move : model.moves(state)) {
      var next = model.anew(state, move);
      moves.put(next.violation() == null ? model.key(next.state()) : "violated", move);
    }
    return moves;
  }

  /// Returns how many different states were reached.
  public long states() {
    return seen.size();
  }

  /// Returns how many moves were made.
  public long transitions() {
    return transitions;
  }

  /// Returns how many times moves that a model leaves out were compared with those that it makes.
  public long checked() {
    return checked;
  }

  /// Returns how many pairs of merged states were compared.
  public long compared() {
    return compared;
  }
}
