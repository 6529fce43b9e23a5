package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.PhaseSelection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Execution plan: the phases and tasks of a run selected for now (R-004-O2, R-004-O6).
///
/// @param stages every phase, in order
/// @param tasks every task, in the order of the document
public record RunPlan(List<Stage> stages, List<Task> tasks) {
  /// The limit of phases that a refusal names.
  private static final int LISTED_MAX = 20;

  private static final String COMPLETE = "complete";

  /// Takes its own copies.
  public RunPlan {
    stages = List.copyOf(stages);
    tasks = List.copyOf(tasks);
  }

  /// Phase of the plan.
  ///
  /// @param chosen whether it is to be done now
  public record Stage(String name, PhaseStatus status, boolean chosen) {
    boolean isOver() {
      return status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED;
    }
  }

  /// Task of the plan.
  ///
  /// @param status in the words of the document
  /// @param chosen whether it is to be done now
  public record Task(String id, String phase, String status, String description, boolean chosen) {
    Task chosen(boolean now) {
      return new Task(id, phase, status, description, now);
    }
  }

  /// Returns the plan, or why there is none.
  ///
  /// @param names the phases of the run, in order
  /// @param checkpoint the progress; absent if the run has not started
  /// @param known its tasks
  /// @param phases a phase by name, or phases by number; absent for all
  /// @param tasks tasks by number, which win over phases; absent for all
  /// @param resume whether completed work is excluded
  public static ContractCheck<RunPlan> of(
      List<String> names,
      @Nullable Checkpoint checkpoint,
      TaskList known,
      @Nullable String phases,
      @Nullable String tasks,
      boolean resume) {
    var all = new ArrayList<Task>();
    for (var task : known.all()) {
      var phase = task.phase().value();
      all.add(new Task(task.id(), phase, task.word(), task.description(), false));
    }
    if (tasks != null) {
      return byTasks(names, checkpoint, all, tasks, resume);
    }
    var stages = new ArrayList<Stage>();
    var statuses = statuses(checkpoint);
    var chosenStages = new HashMap<String, Boolean>();
    // A run without phases has an empty plan; that is no error.
    boolean none = phases != null;
    for (int i = 0; i < names.size(); i++) {
      var stage = new Stage(names.get(i), status(statuses, names.get(i)), true);
      boolean wanted = isPicked(phases, stage.name(), i + 1);
      none &= !wanted;
      boolean chosen = wanted && !(resume && stage.isOver());
      stages.add(new Stage(stage.name(), stage.status(), chosen));
      chosenStages.putIfAbsent(stage.name(), chosen);
    }
    if (none) {
      var valid =
          names.isEmpty() ? "none, the run has no phases" : PlainText.list(names, LISTED_MAX);
      return invalid("invalid-phase", "phase", String.valueOf(phases), valid);
    }
    var selected = new ArrayList<Task>();
    for (var task : all) {
      boolean open = !(resume && task.status().equals(COMPLETE));
      selected.add(task.chosen(open && chosenStages.getOrDefault(task.phase(), false)));
    }
    return new Accepted<>(new RunPlan(stages, selected), List.of());
  }

  private static ContractCheck<RunPlan> byTasks(
      List<String> names,
      @Nullable Checkpoint checkpoint,
      List<Task> all,
      String text,
      boolean resume) {
    var phaseSelection = PhaseSelection.tasks(text);
    var tasks = new ArrayList<Task>();
    boolean any = false;
    for (var task : all) {
      boolean wanted = phaseSelection != null && phaseSelection.includes(task.id());
      any |= wanted;
      boolean open = !(resume && task.status().equals(COMPLETE));
      tasks.add(task.chosen(wanted && open));
    }
    if (!any) {
      var ids = new ArrayList<String>();
      all.forEach(task -> ids.add(task.id()));
      var valid = ids.isEmpty() ? "none, the run has no tasks" : PlainText.list(ids, LISTED_MAX);
      return invalid("invalid-task", "task", text, valid);
    }
    var chosen = new HashSet<String>();
    for (var task : tasks) {
      if (task.chosen()) {
        chosen.add(task.phase());
      }
    }
    var stages = new ArrayList<Stage>();
    var statuses = statuses(checkpoint);
    for (var name : names) {
      stages.add(new Stage(name, status(statuses, name), chosen.contains(name)));
    }
    return new Accepted<>(new RunPlan(stages, tasks), List.of());
  }

  private static ContractCheck<RunPlan> invalid(
      String code, String what, String found, String valid) {
    return new Rejected<>(
        List.of(
            Blocker.refused(
                code, "Invalid " + what + " \"" + found + "\". Valid values: " + valid, "")),
        List.of());
  }

  /// A number means the phase that has it in its name, as `phase-2`, else the one in that place.
  private static boolean isPicked(@Nullable String wanted, String name, int place) {
    if (wanted == null || wanted.equalsIgnoreCase(name)) {
      return true;
    }
    var phaseSelection = PhaseSelection.phases(wanted);
    var number = name.startsWith("phase-") ? name.substring("phase-".length()) : "";
    return phaseSelection != null
        && (number.isEmpty() ? phaseSelection.includes(place) : phaseSelection.includes(number));
  }

  private static Map<String, PhaseStatus> statuses(@Nullable Checkpoint checkpoint) {
    var statuses = new HashMap<String, PhaseStatus>();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        statuses.putIfAbsent(phase.name().value(), phase.status());
      }
    }
    return statuses;
  }

  private static PhaseStatus status(Map<String, PhaseStatus> statuses, String name) {
    return statuses.getOrDefault(name, PhaseStatus.PENDING);
  }
}
