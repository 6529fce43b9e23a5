package dev.tidemark.engine;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Condition;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.HeadUnchanged;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.ShipAllowed;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// The mandatory gates of one phase in a workflow definition of the model.
///
/// @param enter whether there is one before the phase begins
/// @param done whether there is one before the phase ends
/// @param kind what they ask for
record GateShape(boolean enter, boolean done, Kind kind) {
  /// A phase without gates.
  static final GateShape NONE = new GateShape(false, false, Kind.ARTIFACT);

  /// What a gate asks for. Each has its own way to be opened and closed.
  enum Kind {
    ARTIFACT,
    CLEAN,
    HEAD,
    REVIEW,
    COMMAND,
    APPROVAL,
    PHASES,
    SHIP
  }

  /// Returns the three ways in which a phase can have gates of a kind.
  static List<GateShape> of(Kind kind) {
    return List.of(
        new GateShape(true, false, kind),
        new GateShape(false, true, kind),
        new GateShape(true, true, kind));
  }

  boolean gated() {
    return enter || done;
  }

  static PhaseName name(int phase) {
    return new PhaseName("p" + phase);
  }

  /// Returns the definition of a workflow whose phases have these gates.
  static WorkflowDefinition definition(List<GateShape> shapes) {
    var phases = new ArrayList<PhaseDefinition>();
    for (int i = 0; i < shapes.size(); i++) {
      var shape = shapes.get(i);
      var gates = new ArrayList<Gate>();
      if (shape.enter()) {
        gates.add(new Gate("e" + i, Moment.ENTER, true, shape.condition(i, shapes.size())));
      }
      if (shape.done()) {
        gates.add(new Gate("d" + i, Moment.DONE, true, shape.condition(i, shapes.size())));
      }
      phases.add(new PhaseDefinition(name(i), null, gates));
    }
    return new WorkflowDefinition("state", "release", phases, null, "x", false, "");
  }

  private Condition condition(int i, int phases) {
    return switch (kind) {
      case ARTIFACT -> new ArtifactExists("a" + i, false);
      case CLEAN -> new CleanTree();
      case HEAD -> new HeadUnchanged(null);
      case REVIEW -> new Reviewed("g" + i, "f" + i);
      case COMMAND -> new CommandSucceeded("g" + i, List.of("make"), 60);
      case APPROVAL -> new ApprovedByPerson(name(approved(i, phases)), List.of("a" + i));
      case PHASES -> new PhasesDone(List.of());
      case SHIP -> new ShipAllowed();
    };
  }

  /// Returns which phase is approved for the gates of another: the one before, and for the first
  /// the last, so that no two share an approval.
  static int approved(int phase, int phases) {
    return (phase + phases - 1) % phases;
  }

  @Override
  public String toString() {
    return gated() ? kind + (enter ? ":enter" : "") + (done ? ":done" : "") : "-";
  }
}
