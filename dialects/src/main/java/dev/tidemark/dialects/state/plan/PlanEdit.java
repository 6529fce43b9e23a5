package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialects.state.format.PhaseRewrite;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Edit of the phases of an open run: its new list of phases, in which `NEW=OLD` renames one. A
/// name that the run does not have is a new phase; a phase that the list does not have is taken
/// out, if nothing was done about it.
public final class PlanEdit {
  private final StateCheckpoint before;
  private final List<String> order = new ArrayList<>();
  private final Map<PhaseName, PhaseName> renamed = new LinkedHashMap<>();
  private final Map<String, JsonObject> entries = new LinkedHashMap<>();
  private final List<PhaseName> removed = new ArrayList<>();
  private final List<Event> queued = new ArrayList<>();
  private @Nullable Blocker blocker;

  /// @param words the phases, between commas
  public PlanEdit(StateCheckpoint before, String words) {
    this.before = before;
    var known = new LinkedHashMap<String, PhaseStatus>();
    before.phases().forEach(phase -> known.put(phase.name().value(), phase.status()));
    var kept = new HashSet<String>();
    for (var word : words.split(",", -1)) {
      int cut = word.indexOf('=');
      var name = word.substring(0, cut < 0 ? word.length() : cut).strip();
      var old = cut < 0 ? name : word.substring(cut + 1).strip();
      if (name.isEmpty() || order.contains(name) || (cut >= 0 && !known.containsKey(old))) {
        blocker = unusable(name, old, known.keySet());
        return;
      }
      order.add(name);
      if (!known.containsKey(old)) {
        var status = PhaseStatus.PENDING.word();
        entries.put(name, JsonObject.EMPTY.with(SchemaFields.STATUS, status));
        queued.add(new Event.PhaseQueued(new PhaseName(name)));
      } else if (!kept.add(old)) {
        blocker = unusable(name, old, known.keySet());
        return;
      } else if (!old.equals(name)) {
        renamed.put(new PhaseName(old), new PhaseName(name));
      }
    }
    for (var phase : before.phases()) {
      if (!kept.contains(phase.name().value())) {
        remove(phase.name(), phase.status());
      }
    }
  }

  private Blocker unusable(String name, String old, Set<String> known) {
    var what =
        name.isEmpty()
            ? "has an empty name"
            : known.contains(old)
                ? "names " + old + " twice"
                : "renames " + old + ", which is none";
    return new Blocker(
        Blocker.Kind.USAGE,
        "unusable-phases",
        "the list of phases " + what,
        "Name each phase once, a renamed one as NEW=OLD; there are: " + String.join(", ", known));
  }

  private void remove(PhaseName phase, PhaseStatus status) {
    boolean worked = status != PhaseStatus.PENDING;
    for (var task : before.tasks()) {
      worked |= task.phase().equals(phase) && task.status().isDone();
    }
    if (worked && blocker == null) {
      blocker =
          Blocker.refused(
              "phase-has-work",
              "phase " + phase + " cannot be taken out: something was done in it",
              "Leave it in the list, or skip it: "
                  + CommandLines.of("skip " + CommandLines.word(phase.value()), before.id()));
    }
    removed.add(phase);
  }

  /// Returns what is told: the open tasks that go with their phases.
  public List<Notice> notices() {
    var gone = new ArrayList<PlannedTask>();
    for (var task : before.tasks()) {
      if (removed.contains(task.phase())) {
        gone.add(task);
      }
    }
    return gone.isEmpty()
        ? List.of()
        : List.of(
            new Notice(
                "tasks-removed", "taken out with their phases: " + TaskList.listed(gone, 5)));
  }

  /// Returns why the list cannot be taken; null if it can.
  public @Nullable Blocker blocker() {
    return blocker;
  }

  /// Returns the phases whose names the run has no more.
  public Set<PhaseName> gone() {
    var gone = new HashSet<>(renamed.keySet());
    gone.addAll(removed);
    return gone;
  }

  /// Returns the document with the phases; times are as they were.
  public JsonObject root() {
    return new PhaseRewrite(before, renamed, entries).root(order);
  }

  public List<Event> events() {
    var events = new ArrayList<Event>();
    var phases = new ArrayList<PhaseName>();
    order.forEach(name -> phases.add(new PhaseName(name)));
    events.add(new Event.PlanChanged(phases, renamed, removed));
    events.addAll(queued);
    return events;
  }
}
