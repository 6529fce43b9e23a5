package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// Model checking of many workflow definitions, one thread for each processor, and what that
/// covered.
final class GateSurvey {
  /// The length of sequences that is counted.
  static final int SEQUENCE = 6;

  /// More moves than any state is away from the start.
  static final int COMPLETE = 1000;

  private final List<Callable<Result>> tasks = new ArrayList<>();

  /// What the exploration of one definition, or of many, covered.
  record Result(
      int definitions,
      long states,
      long transitions,
      long behind,
      long merged,
      long files,
      BigInteger sequences) {
    Result plus(Result other) {
      return new Result(
          definitions + other.definitions,
          states + other.states,
          transitions + other.transitions,
          behind + other.behind,
          merged + other.merged,
          files + other.files,
          sequences.add(other.sequences));
    }
  }

  /// Adds the exploration of a definition move by move.
  void explicit(List<GateShape> shapes, int depth) {
    tasks.add(() -> explored(shapes, new GateModel(shapes), depth));
  }

  /// Adds the exploration of a definition with its file replaced before each verb, to the end.
  void havocked(List<GateShape> shapes) {
    tasks.add(() -> explored(shapes, new HavocModel(shapes), COMPLETE));
  }

  private static <S, M> Result explored(
      List<GateShape> shapes, StateSpace.Model<S, M> model, int depth) {
    var space = new StateSpace<>(model, depth);
    assertThat(space.counterexample()).as("moves that lead behind a gate of %s", shapes).isNull();
    var counts = model instanceof HavocModel havoc ? havoc.model() : (GateModel) model;
    var sequences = BigInteger.ZERO;
    var longer = BigInteger.ONE;
    for (int length = 0; length < Math.min(depth, SEQUENCE); length++) {
      longer = longer.multiply(BigInteger.valueOf(counts.alphabet(length)));
      sequences = sequences.add(longer);
    }
    return new Result(
        1,
        space.states(),
        space.transitions(),
        counts.behind,
        space.compared(),
        space.checked(),
        sequences);
  }

  /// Explores what was added and says what that covered.
  ///
  /// @throws AssertionError if a gate is got round
  void run(String label) {
    long begun = System.nanoTime();
    var sum = new Result(0, 0, 0, 0, 0, 0, BigInteger.ZERO);
    try (var threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (var result : threads.invokeAll(tasks)) {
        sum = sum.plus(result.get());
      }
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Error error ? error : new AssertionError(failed);
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    System.out.printf(
        "gates of %s: %,d definitions, %,d states, %,d transitions, %,d times behind a gate, %,d"
            + " merged states and %,d files compared, %s sequences up to length %d, %.1f s%n",
        label,
        sum.definitions(),
        sum.states(),
        sum.transitions(),
        sum.behind(),
        sum.merged(),
        sum.files(),
        sum.sequences(),
        SEQUENCE,
        (System.nanoTime() - begun) / 1e9);
    assertThat(sum.behind())
        .as("a model that never gets behind a gate proves nothing")
        .isPositive();
  }
}
