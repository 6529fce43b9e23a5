package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  /// Returns the definition of the gate as canonical JSON.
  JsonObject definition() {
    return JsonObject.builder()
        .add("name", name)
        .add("at", moment.name().toLowerCase(Locale.ROOT))
        .add("mandatory", mandatory)
        .add("condition", json(condition))
        .build();
  }

  private static JsonObject json(Condition condition) {
    var json = JsonObject.builder();
    switch (condition) {
      case ApprovedByPerson it ->
          json.add("approval", it.approved().value()).add("files", it.files());
      case ArtifactExists it -> json.add("artifact", it.pattern()).add("json", it.json());
      case CommandSucceeded it ->
          json.add("command", it.command()).add("timeout", it.timeoutSeconds());
      case HeadUnchanged it -> {
        var since = it.since();
        json.add("head-unchanged", since == null ? "" : since.value());
      }
      case PhasesDone it -> json.add("phases-done", names(it.phases()));
      case ReportPassed it -> json.add("report", it.requirement());
      case Reviewed it -> json.add("review", true).addIfPresent("file", it.file());
      case CleanTree it -> json.add("clean-tree", true);
      case IssueRecorded it -> json.add("issue", true);
      case PreviewAllowed it -> json.add("preview", true);
      case ShipAllowed it -> json.add("ship", true);
    }
    return json.build();
  }

  private static List<String> names(List<PhaseName> phases) {
    var names = new ArrayList<String>(phases.size());
    for (var phase : phases) {
      names.add(phase.value());
    }
    return names;
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
