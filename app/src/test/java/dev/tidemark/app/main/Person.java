package dev.tidemark.app.main;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.List;

/// Does at a terminal what only a person may do there.
public final class Person {
  private Person() {}

  /// Approves a phase of the workflow in that project.
  ///
  /// @return what was said to it
  public static List<String> approves(CommandLineHarness tidemark, String phase) {
    var flow = FlowDialect.of(FlowSettings.USUAL);
    var id = ((NameResolution.Named) flow.locator().name("develop", null)).id();
    var actor = new Actor(Actor.Kind.PERSON, "ann", null, null, 0);
    var by =
        new Caller(actor, ChangeMode.COMMIT, DialectOptions.NONE, null, ApprovalEvidence.TERMINAL);
    var change = new Change.ApprovePhase(new PhaseName(phase));
    var project = Project.at(tidemark.scratch().root()).open();
    var outcome = project.checkpoints().apply(flow, id, change, by).outcome();
    if (outcome instanceof Outcome.Refusal<?> no) {
      throw new AssertionError("the approval of " + phase + " was refused: " + no);
    }
    return outcome.formatLines();
  }
}
