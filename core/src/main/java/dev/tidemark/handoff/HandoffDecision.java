package dev.tidemark.handoff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decision field of a worker's response: the status that the worker requests. The field of the
/// protocol is called `decision`.
public enum HandoffDecision {
  /// Continue.
  PROCEED(Action.CONTINUE),
  /// Something stands in the way.
  STOP(Action.HALT_AND_REPORT),
  /// Something is unclear.
  CLARIFY(Action.ASK_USER);

  private final Action action;

  HandoffDecision(Action action) {
    this.action = action;
  }

  /// Reaction of the orchestrator to a decision (R-004-57).
  public enum Action {
    /// It continues with the next step.
    CONTINUE,
    /// It halts and reports.
    HALT_AND_REPORT,
    /// It asks the user.
    ASK_USER
  }

  /// Returns the orchestrator's reaction to it.
  public Action action() {
    return action;
  }

  /// Returns the decision of that word; empty if it is none of the three, capitals included.
  public static Optional<HandoffDecision> of(String word) {
    for (var decision : values()) {
      if (decision.name().equals(word)) {
        return Optional.of(decision);
      }
    }
    return Optional.empty();
  }

  /// Returns the three words.
  static List<String> words() {
    var words = new ArrayList<String>();
    for (var decision : values()) {
      words.add(decision.name());
    }
    return words;
  }
}
