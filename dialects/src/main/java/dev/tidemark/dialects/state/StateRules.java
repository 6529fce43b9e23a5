package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.NameLists;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.history.Event.WorkflowCompleted;
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
import dev.tidemark.workflow.change.Change.KeepReport;
import dev.tidemark.workflow.change.Change.MergePhase;
import dev.tidemark.workflow.change.Change.SaveDocument;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.StateGoal;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of the unified schema: any phase may make any transition, in any order. Refused are phases
/// that a defined workflow does not have, and data that readers could not make sense of.
public final class StateRules implements Rules<StateCheckpoint> {
  /// The phase whose failure keeps a run with a gate from shipping (R-004-87).
  private static final String PRE_FLIGHT = "pre-flight";

  private static final Set<String> WORDS =
      Set.of(
          StateStartRules.PLAN,
          StateStartRules.TASK,
          StateStartRules.SAME,
          StateStartRules.EDIT,
          PhaseUpdateRules.NEW);

  private final StateWorkflows workflows;

  private final StateStartRules starting;

  private final StateValidator validator;

  StateRules(StateWorkflows workflows, StateLocator place, StateValidator validator) {
    this.workflows = workflows;
    this.starting = new StateStartRules(workflows, place);
    this.validator = validator;
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable StateCheckpoint checkpoint, Change change) {
    if (change instanceof StartRun start) {
      return starting.asks(start);
    }
    if (checkpoint == null) {
      return isOfLibrary(change)
          ? List.of(FactQuery.HEAD, StateStartRules.IGNORED_FOLDER)
          : List.of(FactQuery.HEAD);
    }
    return PhaseUpdateRules.asksPlan(checkpoint, change)
        ? List.of(FactQuery.HEAD, FactQuery.NEWEST_START)
        : List.of(FactQuery.HEAD);
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable StateCheckpoint checkpoint, Change change, Facts known) {
    var plan = change instanceof StartRun ? known.options().value(StateStartRules.PLAN) : null;
    return plan == null ? asks(checkpoint, change) : starting.asks((StartRun) change, plan, known);
  }

  @Override
  public boolean storesTask(TaskStep step) {
    return true;
  }

  @Override
  public @Nullable Effect interruptedEffect(CheckpointId id, PendingEffect pending) {
    return pending.kind() == PendingEffect.Kind.ARCHIVE ? new Effect.Archive(false) : null;
  }

  @Override
  public Set<String> options() {
    return WORDS;
  }

  @Override
  public StateCheckpoint joined(
      StateCheckpoint checkpoint, WorkflowDefinition definition, List<PhaseName> added) {
    return new PhaseInsertion(definition.phaseNames()).into(checkpoint, added);
  }

  @Override
  public Outcome<StateCheckpoint> decide(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, Change change, Facts facts) {
    return switch (change.kind()) {
      case COMPLETE_PHASE ->
          phase(id, checkpoint, PhaseUpdate.of((CompletePhase) change, checkpoint), facts);
      case START_PHASE ->
          phase(
              id, checkpoint, PhaseUpdate.of(with((StartPhase) change, facts), checkpoint), facts);
      case MERGE_PHASE -> phase(id, checkpoint, PhaseUpdate.of((MergePhase) change), facts);
      case FAIL_PHASE -> failed(id, checkpoint, (FailPhase) change, facts);
      case SKIP_PHASE -> phase(id, checkpoint, PhaseUpdate.of((SkipPhase) change), facts);
      case FINISH_RUN -> finish(checkpoint, (FinishRun) change, facts);
      case START_RUN -> starting.outcome(id, checkpoint, (StartRun) change, facts);
      case SAVE_DOCUMENT ->
          new SaveRules(validator).outcome(id, checkpoint, (SaveDocument) change, facts);
      case SET_GATE, FORCE_GATE -> new GateRules(id, checkpoint, facts).outcome(change);
      case STATE_GOAL, AMEND_PHASE, APPROVE_PHASE, KEEP_REPORT, CHANGE_TASK, RESUME_RUN ->
          applyOther(id, checkpoint, change, facts);
    };
  }

  private Outcome<StateCheckpoint> failed(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, FailPhase fail, Facts facts) {
    var failed = phase(id, checkpoint, PhaseUpdate.of(fail, checkpoint), facts);
    return fail.phase().value().equals(PRE_FLIGHT) && workflows.isGated(id.workflow())
        ? GateRules.blocking(failed, fail.reason(), facts)
        : failed;
  }

  /// Returns the beginning of a phase with the task that it begins with.
  private static StartPhase with(StartPhase start, Facts facts) {
    var task = facts.options().value(StateStartRules.TASK);
    var report = start.report();
    return task == null || task.isBlank()
        ? start
        : new StartPhase(
            start.phase(),
            new PhaseReport(
                report.summary(), report.artifacts(), report.decisions(), task.strip()));
  }

  private Outcome<StateCheckpoint> applyOther(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, Change change, Facts facts) {
    if (change instanceof ApprovePhase approve) {
      return approve(id, checkpoint, approve.phase());
    }
    if (change instanceof AmendPhase amend) {
      return new StateNoteRules(checkpoint, facts).amend(amend);
    }
    if (change instanceof StateGoal state) {
      return new StateNoteRules(checkpoint, facts).goal(state.goal());
    }
    if (change instanceof KeepReport keep) {
      return StateNoteRules.report(id, checkpoint, keep, facts);
    }
    return change instanceof ChangeTask task && checkpoint != null
        ? task(id, checkpoint, task, facts)
        : unsupported();
  }

  private Outcome<StateCheckpoint> task(
      CheckpointId id, StateCheckpoint checkpoint, ChangeTask change, Facts facts) {
    var tasks = new TaskRules(checkpoint, change);
    if (tasks.isSame()) {
      return tasks.alreadyInState();
    }
    var merge = tasks.merge();
    return merge == null
        ? tasks.refusal()
        : tasks.withTaskEvents(phase(id, checkpoint, PhaseUpdate.of(merge), facts));
  }

  /// The verbs need a run that was started; only the library makes one in passing.
  private static boolean isOfLibrary(Change change) {
    return change instanceof MergePhase || change instanceof SaveDocument;
  }

  private Outcome<StateCheckpoint> phase(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, PhaseUpdate phaseUpdate, Facts facts) {
    var notices = new ArrayList<Notice>();
    var item = phaseUpdate.merge().item();
    if (checkpoint != null) {
      var operation = phaseUpdate.verb() ? "" : "Failed to update phase: ";
      var taken = new NameCollision(checkpoint, operation).blocker(item, notices);
      if (taken != null) {
        return new Outcome.Refusal<>(List.of(taken), notices);
      }
    }
    var definition = workflows.find(id.workflow());
    if (definition == null && !phaseUpdate.verb()) {
      notices.add(StateWorkflows.undefinedCommand(id.workflow()));
    }
    if (checkpoint == null && !phaseUpdate.verb()) {
      StateStartRules.noticeTracked(StateStartRules.IGNORED_FOLDER, facts, notices);
    }
    var feature = item == null || item.isBlank() ? id.item() : item;
    var before =
        checkpoint == null
            ? DocumentHeader.blank(id, id.workflow(), feature, List.of())
            : checkpoint;
    var known = definition == null ? List.<PhaseName>of() : definition.phaseNames();
    var outcome =
        new PhaseUpdateRules(before, checkpoint == null, phaseUpdate, facts).outcome(known);
    return notices.isEmpty() ? outcome : with(outcome, notices);
  }

  /// The schema has no place for it; the journal has.
  private Outcome<StateCheckpoint> approve(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, PhaseName phase) {
    var definition = workflows.find(id.workflow());
    boolean defined = definition != null && definition.phaseNames().contains(phase);
    boolean mentioned = checkpoint != null && checkpoint.names().contains(phase.value());
    return checkpoint != null && (defined || mentioned)
        ? Outcome.Transition.untouched(checkpoint)
        : Outcome.refusal(
            "no-phase",
            id + " has no phase " + phase,
            "See its phases: " + CommandLines.of("status", id));
  }

  private static Outcome<StateCheckpoint> finish(
      @Nullable StateCheckpoint before, FinishRun finish, Facts facts) {
    var operation = "Cannot complete checkpoint: ";
    if (before == null) {
      return Outcome.refusal(
          "no-checkpoint", operation + "no checkpoint found", "List the runs: tidemark list --all");
    }
    var notices = new ArrayList<Notice>();
    var taken = new NameCollision(before, operation).blocker(finish.item(), notices);
    if (taken != null) {
      return new Outcome.Refusal<>(List.of(taken), notices);
    }
    var open =
        finish.strict() && !before.finished()
            ? OpenPhases.blockers(before.id(), before.phases())
            : List.<Blocker>of();
    if (!open.isEmpty()) {
      return new Outcome.Refusal<>(open, notices);
    }
    if (before.finished()) {
      notices.add(new Notice("already-complete", before.id() + " is complete already"));
      return new Outcome.Transition<>(before, List.of(), notices);
    }
    for (var phase : before.phases()) {
      if (phase.status() == PhaseStatus.IN_PROGRESS) {
        notices.add(new Notice("open-phase", "phase " + phase.name() + " is still in progress"));
      }
    }
    var state = NameLists.of(before.state()).ended().writeInto(before.state());
    var root = DocumentHeader.named(before.root(), before.id(), finish.item());
    root =
        root.with(SchemaFields.COMPLETED_AT, DocumentHeader.timestamp(facts))
            .with(SchemaFields.STATE, state);
    var after = new StateCheckpoint(before.id(), DocumentHeader.withSaveTime(root, facts));
    return new Outcome.Transition<>(
        after,
        List.of(new WorkflowCompleted()),
        notices,
        List.of(),
        List.of(new Effect.Archive(false)),
        Outcome.Fate.WRITTEN);
  }

  private static Outcome<StateCheckpoint> with(
      Outcome<StateCheckpoint> outcome, List<Notice> notices) {
    notices.addAll(outcome.notices());
    return outcome instanceof Outcome.Transition<StateCheckpoint> transition
        ? transition.withNotices(notices)
        : new Outcome.Refusal<>(((Outcome.Refusal<StateCheckpoint>) outcome).blockers(), notices);
  }

  private static Outcome<StateCheckpoint> unsupported() {
    return Outcome.refusal(
        "not-in-format",
        "this schema keeps notes with a phase only",
        "Record it when the phase is done: tidemark done PHASE --summary TEXT");
  }
}
