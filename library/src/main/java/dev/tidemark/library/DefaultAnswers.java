package dev.tidemark.library;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Default answers to the questions of a change, where no person can be asked: a confirmation is
/// answered with yes and an offer with no, as the command line does without a terminal. All other
/// blockers remain.
public final class DefaultAnswers {
  private DefaultAnswers() {}

  /// Makes a change, again after each question that has a default answer.
  ///
  /// @param options the options beyond the change, by their names
  /// @param change makes the change for a caller; called once for each set of answers
  /// @return the last result: a transition, or a refusal without a default answer
  public static <R extends ChangeResult<?>> R apply(
      Actor actor, Map<String, List<String>> options, Function<Caller, R> change) {
    var answered = new HashMap<>(options);
    while (true) {
      var caller = new Caller(actor, ChangeMode.COMMIT, new DialectOptions(answered));
      var result = change.apply(caller);
      if (!(result.outcome() instanceof Refusal<?> no) || !addAnswers(no.blockers(), answered)) {
        return result;
      }
    }
  }

  /// Returns whether every blocker is a question that was not answered yet; answers them then.
  private static boolean addAnswers(List<Blocker> blockers, Map<String, List<String>> answered) {
    for (var blocker : blockers) {
      if (!blocker.takesNo() || answered.containsKey(blocker.code())) {
        return false;
      }
    }
    for (var blocker : blockers) {
      boolean yes = blocker.kind() == Blocker.Kind.CONFIRM;
      answered.put(blocker.code(), List.of(yes ? "" : DialectOptions.NO));
    }
    return true;
  }
}
