package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.PlanAlignment;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Identity of the phases and tasks of a plan: which of them an open run has already, wherever they
/// stand and whatever number they have now.
///
/// A title and a text say what is meant, a number only where to find it. So equal titles and texts
/// match first, then phases by the tasks they share; a number decides only where nothing is at
/// stake. Where a number alone speaks for it that something with progress is the same, the pair is
/// a doubt.
final class PlanMatch {
  /// The beginning of the name of each phase of a plan.
  private static final String PREFIX = "phase-";

  /// Task of the run, where it is now.
  private record Place(String phase, String id) {
    static Place of(PlannedTask task) {
      return new Place(task.phase().value(), task.id());
    }
  }

  private final StateCheckpoint run;
  private final List<TaskPlan.Section> plan;
  private final Map<String, Phase> phases = new LinkedHashMap<>();
  private final Map<Place, PlannedTask> free = new LinkedHashMap<>();

  /// The words of the texts, of both sides.
  private final Map<Object, String> words = new HashMap<>();

  /// The tasks that match no task of the plan yet, by the words of their texts.
  private final Map<String, List<PlannedTask>> byWords = new HashMap<>();

  private final Map<String, String> phaseOf = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final IdentityHashMap<TaskPlan.Task, PlannedTask> taskOf = new IdentityHashMap<>();
  private final List<String> doubts = new ArrayList<>();

  PlanMatch(StateCheckpoint run, TaskPlan plan) {
    this.run = run;
    this.plan = plan.sections();
    for (var phase : run.phases()) {
      phases.put(phase.name().value(), phase);
    }
    for (var task : run.tasks()) {
      free.put(Place.of(task), task);
      words.put(task, PlanAlignment.words(task.description()));
      byWords
          .computeIfAbsent(PlanAlignment.words(task.description()), any -> new ArrayList<>())
          .add(task);
    }
    var all = new ArrayList<TaskPlan.Task>();
    for (var section : this.plan) {
      section.tasks().values().forEach(task -> words.put(task, PlanAlignment.words(task.text())));
      all.addAll(section.tasks().values());
    }
    matchTitles();
    matchPhasesByTasks();
    matchNames();
    matchTexts(all, null);
    matchNumbers();
  }

  /// Returns the phase of the run that a phase of the plan is; null if it is new.
  @Nullable String phase(TaskPlan.Section section) {
    return phaseOf.get(section.name());
  }

  /// Returns the task of the run that a task of the plan is; null if it is new.
  @Nullable PlannedTask task(TaskPlan.Task planned) {
    return taskOf.get(planned);
  }

  /// Returns the phases of an earlier plan that this one does not have.
  List<String> unplannedPhases() {
    var names = new ArrayList<String>();
    for (var name : phases.keySet()) {
      if (name.startsWith(PREFIX) && !taken.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  /// Returns the tasks of phases of a plan that this one does not have.
  List<PlannedTask> unplannedTasks() {
    var all = new ArrayList<PlannedTask>();
    for (var task : free.values()) {
      if (isOfPlan(task)) {
        all.add(task);
      }
    }
    return all;
  }

  private boolean isOfPlan(PlannedTask task) {
    var phase = task.phase().value();
    return phase.startsWith(PREFIX) || taken.contains(phase);
  }

  /// Returns the pairs that only a person can judge, one sentence each.
  List<String> doubts() {
    return doubts;
  }

  private void matchTitles() {
    for (var section : plan) {
      var title = PlanAlignment.words(section.title());
      var found = new ArrayList<String>();
      for (var phase : phases.values()) {
        if (!title.isEmpty() && PlanAlignment.words(title(phase)).equals(title)) {
          found.add(phase.name().value());
        }
      }
      boolean unique = true;
      for (var other : plan) {
        unique &=
            other.name().equals(section.name())
                || !PlanAlignment.words(other.title()).equals(title);
      }
      if (unique && found.size() == 1) {
        take(section, found.getFirst());
      } else if (found.contains(section.name())) {
        take(section, section.name());
      }
    }
  }

  private String title(Phase phase) {
    return run.title(phase.name()).orElse("");
  }

  /// A phase with another title is the one that it shares most of its tasks with.
  private void matchPhasesByTasks() {
    for (var section : plan) {
      String best = null;
      int most = 0;
      for (var name : unplannedPhases()) {
        int shared = shared(section, name);
        if (shared * 2 > section.tasks().size() && shared > most) {
          best = name;
          most = shared;
        }
      }
      if (!phaseOf.containsKey(section.name()) && best != null) {
        take(section, best);
      }
    }
  }

  private int shared(TaskPlan.Section section, String phase) {
    int shared = 0;
    for (var task : section.tasks().values()) {
      boolean there = false;
      for (var known : candidates(task, phase)) {
        there |= !task.text().isBlank() && known.phase().value().equals(phase);
      }
      shared += there ? 1 : 0;
    }
    return shared;
  }

  private void matchNames() {
    for (var section : plan) {
      var name = section.name();
      var phase = phases.get(name);
      if (phase == null || taken.contains(name) || phaseOf.containsKey(name)) {
        continue;
      }
      boolean untitled = section.title().isEmpty() || title(phase).isEmpty();
      boolean open = phase.status() == PhaseStatus.PENDING || shared(section, name) > 0;
      if (!untitled && !open) {
        doubts.add(
            "phase %s \"%s\" (%s) = \"%s\"?"
                .formatted(name, title(phase), word(phase.status()), section.title()));
      }
      take(section, name);
    }
  }

  private static String word(PhaseStatus status) {
    return status.word().replace('_', ' ');
  }

  private void take(TaskPlan.Section section, String phase) {
    phaseOf.put(section.name(), phase);
    taken.add(phase);
    matchTexts(section.tasks().values(), phase);
  }

  /// Tasks of the same text are the same: those of the same number first, then the others. Which of
  /// several it is, is a doubt if some are done and others not.
  ///
  /// @param phase the phase of the run to look in; absent for all
  private void matchTexts(Collection<TaskPlan.Task> planned, @Nullable String phase) {
    for (var task : planned) {
      for (var known : candidates(task, phase)) {
        if (known.id().equals(task.id()) && !taskOf.containsKey(task)) {
          take(task, known);
        }
      }
    }
    for (var task : planned) {
      var found = taskOf.containsKey(task) ? List.<PlannedTask>of() : candidates(task, phase);
      if (!found.isEmpty()) {
        take(task, one(task, found));
      }
    }
  }

  private List<PlannedTask> candidates(TaskPlan.Task task, @Nullable String phase) {
    var found = new ArrayList<PlannedTask>();
    if (!task.text().isBlank()) {
      for (var known : byWords.getOrDefault(words.get(task), List.of())) {
        if (phase == null ? isOfPlan(known) : known.phase().value().equals(phase)) {
          found.add(known);
        }
      }
    }
    return found;
  }

  private PlannedTask one(TaskPlan.Task task, List<PlannedTask> found) {
    var first = found.getFirst();
    for (var other : found) {
      if (other.status().isDone() != first.status().isDone()) {
        doubts.add(
            "task %s \"%s\" = %s (%s) or %s (%s)?"
                .formatted(
                    task.id(), task.text(), first.id(), word(first), other.id(), word(other)));
        return first.status().isDone() ? other : first;
      }
    }
    return first;
  }

  private static String word(PlannedTask task) {
    return task.word().replace('_', ' ');
  }

  private void take(TaskPlan.Task planned, PlannedTask known) {
    taskOf.put(planned, known);
    free.remove(Place.of(known));
    byWords.getOrDefault(words.get(known), new ArrayList<>()).remove(known);
  }

  /// What has another text under its number is the same if nothing is lost by it, else a doubt. A
  /// task that was not of the plan never gets the place of one that is.
  private void matchNumbers() {
    for (var section : plan) {
      var phase = phaseOf.get(section.name());
      for (var task : section.tasks().values()) {
        var known = phase == null ? null : free.get(new Place(phase, task.id()));
        if (known == null || taskOf.containsKey(task) || !isPlanned(known)) {
          continue;
        }
        var status = known.status();
        boolean open = status == TaskStatus.PENDING || status == TaskStatus.IN_PROGRESS;
        boolean both = status.isDone() && task.status().isDone();
        if (!open && !both && !PlanAlignment.words(known.description()).isEmpty()) {
          doubts.add(
              "task %s \"%s\" (%s) = \"%s\"?"
                  .formatted(task.id(), known.description(), word(known), task.text()));
        }
        take(task, known);
      }
    }
  }

  private boolean isPlanned(PlannedTask task) {
    var entry = run.entries().object(task.phase().value());
    var tasks = entry == null ? null : entry.object(SchemaFields.TASKS);
    var known = tasks == null ? null : tasks.object(task.id());
    return known == null || !SchemaFields.isUnplanned(known);
  }
}
