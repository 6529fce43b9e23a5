package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.ApprovePhase;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.FinishRun;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.StateGoal;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of commands in phases: one phase after the other, each trusted and committed once it is
/// done.
public final class ItemRules implements Rules<ItemCheckpoint> {
  private static final Set<String> WORDS =
      Set.of(
          ItemContext.PLAN,
          ItemContext.CONTEXT,
          ItemContext.STATE,
          ItemContext.SKIP_TO,
          ItemContext.BUNDLE,
          ItemContext.NO_COMMIT,
          ItemContext.FROM_GIT);

  private static final Set<String> RECOVERIES = Set.of(ItemContext.FROM_GIT);

  private final ItemWorkflows workflows;
  private final ItemLocator place;

  ItemRules(ItemWorkflows workflows, ItemLocator place) {
    this.workflows = workflows;
    this.place = place;
  }

  @Override
  public Set<String> recoveries() {
    return RECOVERIES;
  }

  @Override
  public Set<String> options() {
    return WORDS;
  }

  /// A sub-task is checked off or not; the journal has every other status.
  @Override
  public boolean storesTask(TaskStep step) {
    return step == TaskStep.ADD || step == TaskStep.DONE;
  }

  @Override
  public boolean numbersPhases() {
    return true;
  }

  @Override
  public PhaseKey phaseKey(CheckpointId id, @Nullable ItemCheckpoint checkpoint, PhaseName word) {
    var rows = checkpoint == null ? workflows.rows(id.workflow()) : checkpoint.rows();
    var phaseRow = PhaseRows.find(rows, word.value());
    return new PhaseKey(id.workflow(), phaseRow == null ? word : new PhaseName(phaseRow.name()));
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable ItemCheckpoint checkpoint, Change change) {
    return List.of(FactQuery.HEAD);
  }

  @Override
  public List<FactQuery<?>> asks(
      CheckpointId id, @Nullable ItemCheckpoint checkpoint, Change change, Facts known) {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.HEAD);
    boolean commits = !known.options().has(ItemContext.NO_COMMIT);
    if (checkpoint == null) {
      asks.add(FactQuery.NEWEST_START);
      asks.add(FactQuery.files(ItemLocator.FOLDER));
    }
    var path = place.pathOf(id);
    if (commits) {
      asks.add(FactQuery.ignored(path));
      if (change instanceof FinishRun || isDone(checkpoint, change)) {
        asks.add(FactQuery.gitStatus(path));
      }
    }
    if (change instanceof StartRun) {
      asks.addAll(ItemStartRules.asks(id, checkpoint, place, known));
    }
    if (workflows.isPlanned(id.workflow())) {
      asks.addAll(plans(id, checkpoint, change, known).asks());
    }
    return asks;
  }

  @Override
  public @Nullable Effect interruptedEffect(CheckpointId id, PendingEffect pending) {
    var own = List.of(place.pathOf(id), ItemContext.KEEP);
    return pending.kind() == PendingEffect.Kind.COMMIT && own.containsAll(pending.paths())
        ? new Effect.Commit(pending.message(), pending.paths())
        : null;
  }

  private static boolean isDone(@Nullable ItemCheckpoint checkpoint, Change change) {
    if (checkpoint == null) {
      return false;
    }
    var phase =
        change instanceof CompletePhase done
            ? done.phase()
            : change instanceof SkipPhase skip ? skip.phase() : null;
    var phaseRow = phase == null ? null : PhaseRows.find(checkpoint.rows(), phase.value());
    return phaseRow != null && phaseRow.isDone();
  }

  private static PlanFinder plans(
      CheckpointId id, @Nullable ItemCheckpoint checkpoint, Change change, Facts known) {
    return new PlanFinder(id, checkpoint, change instanceof StartRun start ? start : null, known);
  }

  @Override
  public ItemCheckpoint joined(
      ItemCheckpoint checkpoint, WorkflowDefinition definition, List<PhaseName> added) {
    return checkpoint.with(
        PhaseRows.merged(checkpoint.rows(), workflows.rows(checkpoint.id().workflow())));
  }

  @Override
  public Outcome<ItemCheckpoint> decide(
      CheckpointId id, @Nullable ItemCheckpoint checkpoint, Change change, Facts facts) {
    var rows = workflows.rows(id.workflow());
    var plan = "";
    Blocker unplanned = null;
    if (workflows.isPlanned(id.workflow())) {
      var found = plans(id, checkpoint, change, facts).find();
      rows = found.rows();
      plan = found.path();
      unplanned = found.blocker();
    }
    var itemContext = new ItemContext(id, place.pathOf(id), checkpoint, rows, plan, facts);
    if (change instanceof StartRun start) {
      return new ItemStartRules(itemContext, start, place).outcome(unplanned);
    }
    // A checkpoint has its phases in itself; its plan may be gone.
    if (unplanned != null && checkpoint == null && !(change instanceof FinishRun)) {
      return new Outcome.Refusal<>(List.of(unplanned), List.of());
    }
    return step(itemContext, change);
  }

  private static Outcome<ItemCheckpoint> step(ItemContext itemContext, Change change) {
    return switch (change.kind()) {
      case COMPLETE_PHASE -> new ItemPhaseRules(itemContext).complete((CompletePhase) change);
      case FAIL_PHASE -> new ItemPhaseRules(itemContext).fail((FailPhase) change);
      case SKIP_PHASE -> new ItemPhaseRules(itemContext).skip((SkipPhase) change);
      case START_PHASE -> new ItemPhaseRules(itemContext).start((StartPhase) change);
      case CHANGE_TASK -> new ItemNoteRules(itemContext).task((ChangeTask) change);
      case AMEND_PHASE -> new ItemNoteRules(itemContext).amend((AmendPhase) change);
      case STATE_GOAL -> new ItemNoteRules(itemContext).goal(((StateGoal) change).goal());
      case APPROVE_PHASE -> new ItemNoteRules(itemContext).approve((ApprovePhase) change);
      case FINISH_RUN -> new FinishRules(itemContext).finish();
      case SET_GATE -> Outcome.Transition.untouched(itemContext.before());
      // A start is decided before.
      case START_RUN, FORCE_GATE, KEEP_REPORT, RESUME_RUN, MERGE_PHASE, SAVE_DOCUMENT ->
          Outcome.refusal(
              "not-in-format",
              "these checkpoints are no JSON documents",
              "Record the change: tidemark done PHASE, or tidemark note");
    };
  }
}
