package dev.tidemark.workflow;

import dev.tidemark.workflow.Blocker.Kind;
import java.util.ArrayList;
import java.util.List;

/// What must hold before a phase may begin or end.
///
/// Pure: the same situation, the same answer, with every reason at once.
///
/// @param name what verbs and messages call it
/// @param moment when it is asked
/// @param mandatory whether nothing anybody says opens it; else somebody may go on for a reason
/// @param condition what must hold
public record Gate(String name, Moment moment, boolean mandatory, Condition condition) {
  /// The word by which somebody goes on through an advisory gate, followed by the reason.
  public static final String ANYWAY = "anyway";

  /// When a gate is asked.
  public enum Moment {
    /// Before the phase begins, or ends without having begun.
    ENTER,
    /// Before the phase ends.
    DONE,
    /// Before the phase begins, and again before it ends.
    BOTH;

    /// Returns whether the gate is evaluated for a step.
    ///
    /// @param begins whether the step begins the phase
    /// @param ends whether the step ends it
    public boolean isAsked(boolean begins, boolean ends) {
      return (begins && this != DONE) || (ends && this != ENTER);
    }
  }

  /// Returns what the gate wants to know, as far as it can say by now.
  public List<Ask<?>> asks(Situation situation) {
    return condition.asks(situation);
  }

  /// Returns everything that keeps the gate closed; nothing if it is open.
  public List<Blocker> blockers(Situation situation) {
    var blockers = new ArrayList<Blocker>();
    for (var blocker : condition.blockers(situation)) {
      var reason = "gate " + name + " of " + situation.phase() + ": " + blocker.reason();
      blockers.add(
          mandatory
              ? new Blocker(Kind.GATE, blocker.code(), reason, blocker.hint())
              : new Blocker(
                  Kind.ASK,
                  ANYWAY,
                  reason + ". Go on anyway?",
                  blocker.hint() + ", or go on for a reason: --" + ANYWAY + " REASON"));
    }
    return blockers;
  }
}
