package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.NameLists;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.dialects.state.plan.PlanEdit;
import dev.tidemark.dialects.state.plan.PlanForm;
import dev.tidemark.dialects.state.plan.PlanMerge;
import dev.tidemark.dialects.state.plan.TaskPlan;
import dev.tidemark.history.Event;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of starting a run: R-002-09, and the non-interactive part of R-004-96.
final class StateStartRules {
  /// The word for the plan that has the tasks.
  static final String PLAN = "plan";

  /// The word for the new list of the phases of an open run.
  static final String EDIT = "edit";

  /// The answer that the doubtful phases and tasks of a plan are those of the run.
  static final String SAME = "same-tasks";

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
    var edit = facts.options().value(EDIT);
    if (edit != null) {
      return edited(id, grows ? before : null, edit, facts);
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
    var done = plan == null ? List.<PhaseName>of() : checked(plan, notices);
    var item = start.item();
    var feature = item == null || item.isBlank() ? null : item.strip();
    var blank = DocumentHeader.blank(id, start.workflow().strip(), feature, texts);
    var root = plan == null ? blank.root() : planned(blank, plan, done);
    var goal = start.goal();
    root = goal == null ? root : DocumentHeader.withGoal(root, goal);
    var after = new StateCheckpoint(id, DocumentHeader.stampedNew(root, facts));
    var tooLarge = plan == null ? null : tooLarge(after.root(), 0, plan, notices);
    if (tooLarge != null) {
      return new Outcome.Refusal<>(List.of(tooLarge), notices);
    }
    boolean keeps = before != null && !DocumentHeader.isUnchanged(before.root(), after.root());
    var kept = keeps ? List.<Effect>of(new Effect.Archive(true)) : List.<Effect>of();
    var events = new ArrayList<Event>();
    events.add(
        plan == null && start.phases().isEmpty()
            ? new WorkflowStarted(phases)
            : WorkflowStarted.given(phases));
    done.forEach(phase -> events.add(new Event.PhaseCompleted(phase)));
    return new Outcome.Transition<>(after, events, notices, List.of(), kept, Outcome.Fate.WRITTEN);
  }

  /// Returns the phases of which the plan has every task ticked off, and tells so.
  private static List<PhaseName> checked(TaskPlan plan, List<Notice> notices) {
    var done = new ArrayList<PhaseName>();
    for (var section : plan.sections()) {
      if (section.isDone()) {
        done.add(new PhaseName(section.name()));
      }
    }
    if (!done.isEmpty()) {
      boolean all = done.size() == plan.sections().size();
      var named = new ArrayList<String>();
      done.forEach(phase -> named.add(phase.value()));
      notices.add(
          new Notice(
              "ticked-off",
              "ticked off in the plan, and complete: "
                  + (all ? "every phase" : String.join(", ", named))));
    }
    return done;
  }

  private static JsonObject planned(StateCheckpoint blank, TaskPlan plan, List<PhaseName> done) {
    var lists = NameLists.of(blank.state());
    for (var phase : done) {
      lists = lists.after(phase.value(), PhaseStatus.COMPLETE);
    }
    var state = lists.writeInto(blank.state());
    return blank.root().with(SchemaFields.STATE, state).with(SchemaFields.PHASES, plan.entries());
  }

  /// Merges a plan into an unfinished run. Where only a person can tell what is the same, it asks.
  private Outcome<StateCheckpoint> mergedPlan(StateCheckpoint before, StartRun start, Facts facts) {
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
    var gated = gated(before.id(), merge.renamed());
    if (gated != null) {
      return new Outcome.Refusal<>(List.of(gated), notices);
    }
    if (!merge.doubts().isEmpty() && !facts.options().has(SAME)) {
      return new Outcome.Refusal<>(List.of(doubtful(merge.doubts(), facts)), notices);
    }
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

  /// Gives an open run another list of phases.
  private Outcome<StateCheckpoint> edited(
      CheckpointId id, @Nullable StateCheckpoint before, String words, Facts facts) {
    if (before == null) {
      return Outcome.refusal(
          "not-open",
          id + " is not open",
          "Begin it: " + "tidemark start " + CommandLines.word(id.toString()));
    }
    var edit = new PlanEdit(before, words);
    var blocker = edit.blocker() == null ? gated(id, edit.gone()) : edit.blocker();
    if (blocker != null) {
      return new Outcome.Refusal<>(List.of(blocker), List.of());
    }
    var root = edit.root();
    if (root.equals(before.root())) {
      return Outcome.Transition.untouched(before);
    }
    var after = new StateCheckpoint(id, DocumentHeader.withSaveTime(root, facts));
    return new Outcome.Transition<>(after, edit.events(), edit.notices());
  }

  private static Blocker doubtful(List<String> doubts, Facts facts) {
    var path = path(facts);
    return new Blocker(
        Blocker.Kind.ASK,
        SAME,
        path + " has other words where there is progress; the same? " + String.join("; ", doubts),
        "If all are the same: --yes. If not, give what is new in "
            + path
            + " a number that was not used");
  }

  private static String path(Facts facts) {
    var path = facts.options().value(PLAN);
    return path == null ? "" : path;
  }

  /// A gate belongs to the name of a phase, so one with a gate keeps its name.
  private @Nullable Blocker gated(CheckpointId id, Set<PhaseName> gone) {
    var definition = workflows.find(id.workflow());
    for (var phase : gone) {
      if (definition != null && !definition.gates(phase).isEmpty()) {
        return Blocker.refused(
            "gated-phase",
            "phase " + phase + " has a gate, and would lose its name",
            "Leave it as it is, or change the definition: tidemark workflows "
                + CommandLines.word(id.workflow()));
      }
    }
    return null;
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
    var plan = PlanForm.read(text.get());
    notices.addAll(plan.notices(path));
    if (plan.phases().isEmpty()) {
      blockers.add(
          Blocker.refused(
              "no-tasks",
              path + " has no tasks such as \"- [ ] T001 Add the table\"",
              "Write the tasks below headings such as \"## Phase 1: Name\""));
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
                + "; those of all formats: tidemark workflows; --any-command or --phases A,B"
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
