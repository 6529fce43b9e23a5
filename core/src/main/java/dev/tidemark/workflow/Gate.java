package dev.tidemark.workflow;

import dev.tidemark.workflow.Blocker.Kind;
import java.util.ArrayList;
import java.util.List;

/// Gate: a condition for beginning or ending a phase.
///
/// Pure: the same situation, the same answer, with every reason at once.
///
/// @param name its name in verbs and messages
/// @param moment when it is asked
/// @param mandatory whether no override opens it; else it can be overridden with a reason
/// @param condition the condition
public record Gate(String name, Moment moment, boolean mandatory, Condition condition) {
  /// The option that overrides an advisory gate, followed by the reason.
  public static final String ANYWAY = "anyway";

  /// The transition that evaluates the gate.
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

  /// Returns the facts that the gate needs, as far as they are determined by now.
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return condition.asks(gateContext);
  }

  /// Returns everything that keeps the gate closed; nothing if it is open.
  public List<Blocker> blockers(GateContext gateContext) {
    var blockers = new ArrayList<Blocker>();
    for (var blocker : condition.blockers(gateContext)) {
      var reason = "gate " + name + " of " + gateContext.phase() + ": " + blocker.reason();
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
