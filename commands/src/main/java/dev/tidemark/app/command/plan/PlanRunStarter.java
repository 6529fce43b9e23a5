package dev.tidemark.app.command.plan;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event.WorkflowStarted;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plan run starter: starts the run to be planned if it does not exist, or if it has ended and the
/// user asks for a new start (R-004-96). The change is tried first, so that a dry run reports the
/// real result, and no run is started for an invalid plan.
final class PlanRunStarter {
  private final Session session;
  private final Run run;
  private final Change.StartRun change;
  private List<PhaseName> phases = List.of();

  /// Takes the run as it was found.
  PlanRunStarter(Session session, Run run) {
    this.session = session;
    this.run = run;
    var workflow = session.call().argument("WORKFLOW");
    var item = session.call().argument("ITEM");
    var words =
        workflow == null ? run.id().toString() : workflow + (item == null ? "" : "/" + item);
    this.change = Change.StartRun.named(run.dialect().name(), words);
  }

  boolean isNeeded() {
    var checkpoint = run.checkpoint();
    if (checkpoint == null) {
      return !run.open();
    }
    var parsedCommand = session.call();
    boolean parts = parsedCommand.value("phase") != null || parsedCommand.value("task") != null;
    return checkpoint.finished()
        && parsedCommand.argument("WORKFLOW") != null
        && !parts
        && !parsedCommand.has("resume")
        && !isBegunAgain();
  }

  /// Some formats write nothing when a run is begun again, so that its document is the finished one
  /// until the first phase: beginning it once more would lose the approvals since.
  private boolean isBegunAgain() {
    var begun = session.project().history().newestStart(run.id());
    return begun.isPresent() && !begun.get().ended();
  }

  /// Returns why the run cannot be begun; null if it can.
  @Nullable Refusal<?> tried() {
    return begin(run.dialect(), ChangeMode.DRY_RUN);
  }

  /// Begins the run and returns why that was not done; null if it was.
  @Nullable Refusal<?> made() {
    return begin(run.dialect(), ChangeMode.COMMIT);
  }

  private <C extends Checkpoint> @Nullable Refusal<?> begin(
      Dialect<C> dialect, ChangeMode changeMode) {
    var by = new Caller(session.actor(), changeMode);
    var changeResult = session.project().checkpoints().apply(dialect, run.id(), change, by);
    if (changeResult.outcome() instanceof Refusal<C> no) {
      return no;
    }
    for (var event : ((Transition<C>) changeResult.outcome()).events()) {
      if (event instanceof WorkflowStarted started) {
        phases = started.phases();
      }
    }
    if (changeMode == session.changeMode()) {
      session.printNotices(changeResult.outcome().notices());
    }
    return changeResult.failures().isEmpty()
        ? null
        : new Refusal<>(changeResult.failures(), List.of());
  }

  /// Returns the phases that the run has once it is begun.
  List<PhaseName> phases() {
    return phases;
  }

  /// Returns the run as it is before the first phase begins.
  Run blank() {
    return new Run(
        run.dialect(), run.id(), null, run.document(), null, List.of(), run.definition());
  }
}
