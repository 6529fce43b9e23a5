package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.PhaseRewrite;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges a plan into an open run. Phases and tasks get the names, numbers, texts and order of the
/// plan, and keep their progress wherever they stand now ([PlanMatch]). A ticked box is progress;
/// an empty one takes none back. What the plan does not have any more is taken out if nothing was
/// done about it, else kept. Everything that is not plain is told.
public final class PlanMerge {
  private static final int LISTED_MAX = 5;

  private final StateCheckpoint before;
  private final TaskPlan plan;
  private final PlanMatch match;
  private final List<Event> events = new ArrayList<>();

  /// The earlier names of phases with the new ones, where they differ.
  private final Map<PhaseName, PhaseName> renamed = new LinkedHashMap<>();

  private final List<PhaseName> removed = new ArrayList<>();
  private final Map<String, JsonObject> entries = new LinkedHashMap<>();
  private final Map<String, PhaseStatus> statuses = new HashMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Map<Lines, List<String>> told = new LinkedHashMap<>();
  private final List<String> order;
  private @Nullable String currentTask;
  private int phases;
  private int tasks;

  /// What is told besides the additions, in the order of the notice.
  private enum Lines {
    MOVED("%s"),
    RENAMED("tasks with another text now: %s"),
    TICKED("ticked off in the plan: %s"),
    UNTICKED("done here and not ticked in the plan: %s"),
    KEPT("not in the plan, and kept: %s"),
    REMOVED("not in the plan any more, and taken out: %s"),
    REOPENED("new tasks in phases that are over: %s");

    private final String text;

    Lines(String text) {
      this.text = text;
    }
  }

  public PlanMerge(StateCheckpoint before, TaskPlan plan) {
    this.before = before;
    this.plan = plan;
    this.match = new PlanMatch(before, plan);
    this.currentTask = before.currentTask().orElse(null);
    for (var section : plan.sections()) {
      ids.addAll(section.tasks().keySet());
    }
    before.phases().forEach(phase -> statuses.put(phase.name().value(), phase.status()));
    var unplanned = unplannedTasks();
    for (var section : plan.sections()) {
      merge(section, unplanned.getOrDefault(match.phase(section), Map.of()));
    }
    keepPhases(unplanned);
    this.order = order();
  }

  /// Returns the pairs that only a person can judge; see [PlanMatch#doubts].
  public List<String> doubts() {
    return match.doubts();
  }

  /// Returns the phases that would get another name.
  public Set<PhaseName> renamed() {
    return renamed.keySet();
  }

  /// Tasks that the plan does not have: those that nothing was done about are taken out, the others
  /// kept, under another number where the plan uses theirs.
  private Map<String, Map<String, JsonObject>> unplannedTasks() {
    var kept = new HashMap<String, Map<String, JsonObject>>();
    for (var task : match.unplannedTasks()) {
      var entry = entry(task);
      boolean own = SchemaFields.isUnplanned(entry);
      boolean idle = task.status() == TaskStatus.PENDING && entry.size() <= 2;
      if (idle && !own) {
        tell(Lines.REMOVED, task.title());
        currentTask = task.id().equals(currentTask) ? null : currentTask;
        continue;
      }
      var id = ids.add(task.id()) ? task.id() : free();
      if (!own || !id.equals(task.id())) {
        var as = id.equals(task.id()) ? "" : " as " + id;
        tell(Lines.KEPT, task.title() + " (" + task.word().replace('_', ' ') + ")" + as);
      }
      moveCurrent(task, id);
      kept.computeIfAbsent(task.phase().value(), any -> new LinkedHashMap<>())
          .put(id, SchemaFields.unplanned(entry));
    }
    return kept;
  }

  private String free() {
    for (int number = ids.size() + 1; ; number++) {
      var id = String.format("T%03d", number);
      if (ids.add(id)) {
        return id;
      }
    }
  }

  private void moveCurrent(PlannedTask task, String id) {
    if (task.id().equals(currentTask) && task.status() == TaskStatus.IN_PROGRESS) {
      currentTask = id;
    }
  }

  private JsonObject entry(PlannedTask task) {
    var phase = before.entries().object(task.phase().value());
    var known = phase == null ? null : phase.object(SchemaFields.TASKS);
    return Objects.requireNonNull(known == null ? null : known.object(task.id()));
  }

  private void merge(TaskPlan.Section section, Map<String, JsonObject> unplanned) {
    var name = section.name();
    var earlier = match.phase(section);
    var known = earlier == null ? null : before.entries().object(earlier);
    var status = earlier == null ? null : statuses.get(earlier);
    var named = JsonObject.builder();
    int more = 0;
    boolean over = unplanned.isEmpty();
    for (var planned : section.tasks().values()) {
      var task = match.task(planned);
      var entry = task == null ? planned.entry() : merged(planned, task);
      more += task == null ? 1 : 0;
      over &= TaskStatus.of(Objects.requireNonNull(entry.string(SchemaFields.STATUS))).isDone();
      named.add(planned.id(), entry);
    }
    unplanned.forEach(named::add);
    tasks += more;
    var entry = known == null ? section.entry() : known;
    if (known == null && status != null) {
      entry = entry.with(SchemaFields.STATUS, status.word());
    }
    if (!section.title().isEmpty()) {
      var title = JsonString.of(section.title());
      entry = SchemaFields.insert(entry, SchemaFields.TITLE, title, SchemaFields.PHASE_ORDER);
    }
    var tasksNow = named.build();
    entry = tasksNow.size() == 0 ? entry : entry.with(SchemaFields.TASKS, tasksNow);
    boolean ticked = over && section.isDone();
    boolean ends = ticked && (status == null || status == PhaseStatus.PENDING);
    entry = ends ? entry.with(SchemaFields.STATUS, PhaseStatus.COMPLETE.word()) : entry;
    entries.put(name, entry);
    if (more > 0 && (status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED)) {
      tell(Lines.REOPENED, name);
    }
    record(section, earlier, !entry.equals(known), ends);
  }

  private void record(
      TaskPlan.Section section, @Nullable String earlier, boolean changed, boolean ends) {
    var phase = new PhaseName(section.name());
    if (earlier == null) {
      phases++;
      events.add(new Event.PhaseQueued(phase));
    } else if (!earlier.equals(section.name())) {
      rename(earlier, section.name());
      events.add(new Event.PhaseAmended(phase));
    } else if (changed) {
      events.add(new Event.PhaseAmended(phase));
    }
    if (ends) {
      events.add(new Event.PhaseCompleted(phase));
      tell(Lines.TICKED, section.name());
    }
  }

  private void rename(String earlier, String name) {
    renamed.put(new PhaseName(earlier), new PhaseName(name));
    tell(Lines.MOVED, earlier + " is " + name + " now");
  }

  private JsonObject merged(TaskPlan.Task planned, PlannedTask task) {
    var entry = SchemaFields.planned(entry(task));
    if (!task.id().equals(planned.id())) {
      tell(Lines.MOVED, task.title() + " is " + planned.id() + " now");
      moveCurrent(task, planned.id());
    } else if (!task.description().equals(planned.text()) && !task.description().isEmpty()) {
      tell(Lines.RENAMED, planned.id() + " (was \"" + task.description() + "\")");
    }
    if (planned.status().isDone() && !task.status().isDone()) {
      tell(Lines.TICKED, planned.title());
      entry = entry.with(SchemaFields.STATUS, planned.status().word());
      entry = entry.without(SchemaFields.REASON);
      currentTask = task.id().equals(currentTask) ? null : currentTask;
    } else if (!planned.status().isDone() && task.status() == TaskStatus.COMPLETE) {
      tell(Lines.UNTICKED, planned.title());
    }
    return entry.with(SchemaFields.DESCRIPTION, planned.text());
  }

  /// Phases of an earlier plan: one that nothing was done about is taken out, another one is kept,
  /// under a name that no plan has where this plan uses its own.
  private void keepPhases(Map<String, Map<String, JsonObject>> unplanned) {
    for (var name : match.unplannedPhases()) {
      var kept = unplanned.getOrDefault(name, Map.of());
      boolean idle = statuses.get(name) == PhaseStatus.PENDING;
      if (idle && kept.isEmpty()) {
        removed.add(new PhaseName(name));
        tell(Lines.REMOVED, name);
        continue;
      }
      var now = name;
      while (plan.phases().contains(now)) {
        now = "earlier-" + now;
      }
      if (!now.equals(name)) {
        rename(name, now);
      }
      var entry = before.entries().object(name);
      if (entry != null) {
        var named = JsonObject.builder();
        kept.forEach(named::add);
        entries.put(
            now,
            entry.has(SchemaFields.TASKS) ? entry.with(SchemaFields.TASKS, named.build()) : entry);
      }
    }
  }

  private void tell(Lines lines, String what) {
    told.computeIfAbsent(lines, any -> new ArrayList<>()).add(what);
  }

  /// Returns the document with the plan in it; times are as they were.
  public JsonObject root() {
    var root = new PhaseRewrite(before, renamed, entries).root(order);
    var state = root.object(SchemaFields.STATE);
    return state == null || Objects.equals(currentTask, before.currentTask().orElse(null))
        ? root
        : root.with(
            SchemaFields.STATE,
            state.with(
                SchemaFields.CURRENT_TASK,
                currentTask == null ? JsonNull.NULL : JsonString.of(currentTask)));
  }

  /// Returns the phases in the order of the plan; others keep their place.
  private List<String> order() {
    var planned = plan.phases();
    var known = new HashSet<String>();
    for (var section : plan.sections()) {
      known.add(match.phase(section));
    }
    int last = -1;
    var names = new ArrayList<@Nullable String>();
    for (var phase : before.phases()) {
      var name = phase.name();
      if (removed.contains(name)) {
        continue;
      }
      boolean own = known.contains(name.value());
      last = own ? names.size() : last;
      names.add(own ? null : renamed.getOrDefault(name, name).value());
    }
    var order = new ArrayList<String>();
    int next = 0;
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (name != null) {
        order.add(name);
      } else {
        order.add(planned.get(next++));
      }
      while (i == last && next < planned.size()) {
        order.add(planned.get(next++));
      }
    }
    order.addAll(planned.subList(next, planned.size()));
    return order;
  }

  /// Returns the events, the change of the phases first: the others have the new names.
  public List<Event> events() {
    var all = new ArrayList<>(events);
    var names = new ArrayList<PhaseName>();
    order.forEach(name -> names.add(new PhaseName(name)));
    var known = new ArrayList<PhaseName>();
    before.phases().forEach(phase -> known.add(phase.name()));
    if (!names.equals(known)) {
      all.addFirst(new Event.PlanChanged(names, renamed, removed));
    }
    return all;
  }

  /// Returns the notice about what was merged.
  public Notice notice() {
    var text = new StringBuilder("the plan was merged into ").append(before.id());
    text.append(": ").append(tasks).append(tasks == 1 ? " new task, " : " new tasks, ");
    text.append(phases).append(phases == 1 ? " new phase" : " new phases");
    text.append("; progress is kept");
    for (var lines : Lines.values()) {
      var all = told.getOrDefault(lines, List.of());
      if (!all.isEmpty()) {
        int listed = Math.min(all.size(), LISTED_MAX);
        var some = String.join(", ", all.subList(0, listed));
        var rest = listed < all.size() ? ", " + (all.size() - listed) + " more" : "";
        text.append("; ").append(String.format(lines.text, some + rest));
      }
    }
    return new Notice("plan-merged", text.toString());
  }
}
