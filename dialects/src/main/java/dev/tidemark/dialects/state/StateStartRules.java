package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.history.Event.WorkflowStarted;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PlanFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rules of starting a run: R-002-09, and the non-interactive part of R-004-96.
final class StateStartRules {
  /// The word for the plan that has the tasks.
  static final String PLAN = "plan";

  /// The word for the task that a phase begins with.
  static final String TASK = "task";

  /// The ignore query for any file in the folder.
  static final FactQuery<IgnoreStatus> IGNORED_FOLDER =
      FactQuery.ignored(StateLocator.FOLDER + "/");

  private final StateWorkflows workflows;
  private final StateLocator place;

  StateStartRules(StateWorkflows workflows, StateLocator place) {
    this.workflows = workflows;
    this.place = place;
  }

  /// Returns the facts that starting needs: whether git tracks the file (R-004-47).
  List<FactQuery<?>> asks(StartRun start) {
    var ask = ignored(start);
    return ask == null ? List.of(FactQuery.HEAD) : List.of(FactQuery.HEAD, ask);
  }

  /// Returns the facts that starting needs, and the plan.
  List<FactQuery<?>> asks(StartRun start, String plan, Facts known) {
    var asks = new ArrayList<FactQuery<?>>(asks(start));
    var text = FactQuery.fileText(plan);
    asks.add(text);
    if (known.has(text) && known.get(text).orElse(Optional.empty()).isEmpty()) {
      asks.add(FactQuery.exists(plan));
    }
    return asks;
  }

  Outcome<StateCheckpoint> outcome(
      CheckpointId id, @Nullable StateCheckpoint before, StartRun start, Facts facts) {
    var blockers = new ArrayList<Blocker>();
    var notices = new ArrayList<Notice>();
    var definition = workflows.find(start.workflow());
    boolean grows = before != null && !before.finished() && !start.fresh();
    if (definition == null && !grows) {
      checkWorkflow(start, blockers, notices);
    }
    if (before != null && grows && facts.options().value(PLAN) != null) {
      return mergedPlan(before, start, facts);
    }
    if (before != null) {
      checkExisting(before, start, blockers, notices);
    }
    var plan = plan(id, facts, blockers, notices);
    if (!blockers.isEmpty()) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    var ask = ignored(start);
    if (ask != null) {
      noticeTracked(ask, facts, notices);
    }
    var phases = plan == null ? phases(start, definition) : names(plan);
    var texts = new ArrayList<String>(phases.size());
    for (var phase : phases) {
      texts.add(phase.value());
    }
    var item = start.item();
    var feature = item == null || item.isBlank() ? null : item.strip();
    var blank = DocumentHeader.blank(id, start.workflow().strip(), feature, texts);
    var root = plan == null ? blank.root() : blank.root().with(SchemaFields.PHASES, plan.entries());
    var goal = start.goal();
    root = goal == null ? root : DocumentHeader.withGoal(root, goal);
    var after = new StateCheckpoint(id, DocumentHeader.stampedNew(root, facts));
    var tooLarge = plan == null ? null : tooLarge(after.root(), 0, plan, notices);
    if (tooLarge != null) {
      return new Outcome.Refusal<>(List.of(tooLarge), notices);
    }
    boolean keeps = before != null && !DocumentHeader.isUnchanged(before.root(), after.root());
    var kept = keeps ? List.<Effect>of(new Effect.Archive(true)) : List.<Effect>of();
    return new Outcome.Transition<>(
        after,
        List.of(
            plan == null && start.phases().isEmpty()
                ? new WorkflowStarted(phases)
                : WorkflowStarted.given(phases)),
        notices,
        List.of(),
        kept,
        Outcome.Fate.WRITTEN);
  }

  /// Merges a plan into an unfinished run: progress is kept, phases and tasks that are new are
  /// added.
  private static Outcome<StateCheckpoint> mergedPlan(
      StateCheckpoint before, StartRun start, Facts facts) {
    var blockers = new ArrayList<Blocker>();
    var notices = new ArrayList<Notice>();
    var taken = new NameCollision(before, "Cannot start: ").blocker(start.item(), notices);
    if (taken != null) {
      blockers.add(taken);
    }
    var plan = plan(before.id(), facts, blockers, notices);
    if (plan == null || !blockers.isEmpty()) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    var merge = new PlanMerge(before, plan);
    var root = merge.root();
    var goal = start.goal();
    root = goal == null ? root : DocumentHeader.withGoal(root, goal);
    notices.add(merge.notice());
    if (root.equals(before.root())) {
      return new Outcome.Transition<>(
          before, List.of(), notices, List.of(), List.of(), Outcome.Fate.UNTOUCHED);
    }
    var tooLarge = tooLarge(root, DocumentLimits.length(before.root()), plan, notices);
    if (tooLarge != null) {
      return new Outcome.Refusal<>(List.of(tooLarge), notices);
    }
    var after = new StateCheckpoint(before.id(), DocumentHeader.withSaveTime(root, facts));
    return new Outcome.Transition<>(after, merge.events(), notices);
  }

  private static @Nullable Blocker tooLarge(
      JsonObject root, int before, TaskPlan plan, List<Notice> notices) {
    int growth = DocumentLimits.growth(plan.entries());
    return DocumentLimits.tooLarge(root, before, growth, notices);
  }

  /// Returns the plan that the user named; null if there is none, or if it is unusable.
  private static @Nullable TaskPlan plan(
      CheckpointId id, Facts facts, List<Blocker> blockers, List<Notice> notices) {
    var path = facts.options().value(PLAN);
    if (path == null) {
      return null;
    }
    var text = facts.get(FactQuery.fileText(path)).orElse(Optional.empty());
    if (text.isEmpty()) {
      blockers.add(PlanFile.missing(id, path, facts));
      return null;
    }
    var plan = TaskPlan.of(text.get());
    notices.addAll(plan.notices(path));
    if (plan.phases().isEmpty()) {
      blockers.add(
          Blocker.refused(
              "no-tasks",
              path + " has no tasks such as \"- [ ] T001 Add the table\"",
              plan.hasOthers()
                  ? "Give each task an id: - [ ] T001 Add the table"
                  : "Write the tasks below headings such as \"## Phase 1: Name\""));
    }
    return plan;
  }

  private static List<PhaseName> names(TaskPlan plan) {
    var names = new ArrayList<PhaseName>();
    for (var phase : plan.phases()) {
      names.add(new PhaseName(phase));
    }
    return names;
  }

  private void checkWorkflow(StartRun start, List<Blocker> blockers, List<Notice> notices) {
    var name = start.workflow();
    if (start.any() || !start.phases().isEmpty()) {
      notices.add(StateWorkflows.undefinedCommand(name));
      return;
    }
    var near = NearestWord.find(name, workflows.names());
    blockers.add(
        Blocker.refused(
            "unknown-workflow",
            "there is no workflow \"" + name + "\"",
            (near == null ? "" : "Did you mean " + near + "? ")
                + "There are: "
                + String.join(", ", workflows.names())
                + "; those of all formats: tidemark workflows list; --any-command or --phases A,B"
                + " starts it as it is"));
  }

  private static void checkExisting(
      StateCheckpoint before, StartRun start, List<Blocker> blockers, List<Notice> notices) {
    var id = before.id();
    var taken = new NameCollision(before, "Cannot start: ").blocker(start.item(), notices);
    if (taken != null) {
      blockers.add(taken);
    } else if (!before.finished() && start.fresh()) {
      notices.add(
          new Notice(
              "replaced",
              "the unfinished " + id + " is kept; back to it: " + CommandLines.of("undo", id)));
    } else if (!before.finished()) {
      var at = before.currentName();
      blockers.add(
          Blocker.refused(
              "unfinished",
              id + " is unfinished" + (at == null ? "" : ": phase " + at + " is in progress"),
              "Go on with: " + CommandLines.of("resume", id) + ". Or start over with --fresh"));
    }
  }

  private @Nullable FactQuery<IgnoreStatus> ignored(StartRun start) {
    var id = place.idNamed(start.workflow(), start.item());
    return id == null ? null : FactQuery.ignored(place.pathOf(id));
  }

  private static List<PhaseName> phases(StartRun start, @Nullable WorkflowDefinition definition) {
    if (start.phases().isEmpty()) {
      return definition == null ? List.of() : definition.phaseNames();
    }
    return new ArrayList<>(new LinkedHashSet<>(start.phases()));
  }

  /// Adds the notice that git tracks the file, if it does.
  static void noticeTracked(FactQuery<IgnoreStatus> ask, Facts facts, List<Notice> notices) {
    if (facts.get(ask).orElse(IgnoreStatus.OUTSIDE) == IgnoreStatus.TRACKED) {
      notices.add(
          new Notice(
              "tracked",
              ask.subject()
                  + " is tracked by git; untrack it with: git rm -r --cached "
                  + CommandLines.word(ask.subject())));
    }
  }
}
