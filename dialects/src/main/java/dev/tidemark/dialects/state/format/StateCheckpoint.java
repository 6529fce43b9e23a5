package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.JsonDocument;
import dev.tidemark.dialect.JsonFields;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Change.SetGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A checkpoint of the unified schema, version 1. The schema is open: other tools add fields of
/// their own at every level.
public final class StateCheckpoint extends JsonDocument {
  /// Fields with an event or detail of their own; times of saving are no difference.
  private static final Set<String> ELSEWHERE =
      Set.of(
          SchemaFields.HEAD_COMMIT,
          SchemaFields.UPDATED_AT,
          SchemaFields.COMPLETED_AT,
          SchemaFields.PHASES,
          SchemaFields.STATE + "." + SchemaFields.CURRENT_PHASE,
          SchemaFields.STATE + "." + SchemaFields.COMPLETED_PHASES,
          SchemaFields.STATE + "." + SchemaFields.PENDING_PHASES);

  private static final List<String> ELSEWHERE_IN_PHASES =
      List.of(
          SchemaFields.STATUS,
          SchemaFields.UPDATED_AT,
          SchemaFields.CONTEXT_SUMMARY,
          SchemaFields.FILES_CREATED,
          SchemaFields.FILES_MODIFIED,
          SchemaFields.ERROR,
          SchemaFields.DECISIONS);

  /// The phases, cached after the first call: readers of a run call this repeatedly. It does no
  /// harm if two threads make the list.
  private @Nullable List<Phase> phases;

  private @Nullable Map<String, Phase> byName;
  private @Nullable ResumePoint point;

  /// Takes which run it is about, and the whole document.
  public StateCheckpoint(CheckpointId id, JsonObject root) {
    super(id, root);
  }

  @Override
  public Optional<Instant> updatedAt() {
    return time(SchemaFields.UPDATED_AT);
  }

  @Override
  public List<Phase> phases() {
    var known = phases;
    if (known == null) {
      known = List.copyOf(PhaseList.of(this));
      phases = known;
    }
    return known;
  }

  /// Returns the phases by their names.
  public Map<String, Phase> byName() {
    var known = byName;
    if (known == null) {
      var all = phases();
      known = HashMap.newHashMap(all.size());
      for (var phase : all) {
        known.put(phase.name().value(), phase);
      }
      byName = known;
    }
    return known;
  }

  /// Returns the cached resume point; null if there is none.
  @Nullable
  public ResumePoint point() {
    return point;
  }

  /// Caches the resume point.
  public ResumePoint keep(ResumePoint found) {
    point = found;
    return found;
  }

  @Override
  public Optional<PhaseName> current() {
    var name = currentName();
    return name == null ? Optional.empty() : Optional.of(new PhaseName(name));
  }

  @Override
  public List<Decision> decisions() {
    var decisions = new ArrayList<Decision>();
    for (var member : entries().members()) {
      if (member.value() instanceof JsonObject entry && !member.key().isBlank()) {
        for (var text : entry.strings(SchemaFields.DECISIONS)) {
          decisions.add(new Decision(new PhaseName(member.key()), text));
        }
      }
    }
    return decisions;
  }

  @Override
  public Optional<String> goal() {
    var goal = root().string(SchemaFields.GOAL);
    return goal == null || goal.isBlank() ? Optional.empty() : Optional.of(goal);
  }

  @Override
  public List<Note> notes() {
    return PhaseNotes.of(this);
  }

  @Override
  public List<PlannedTask> tasks() {
    var all = new ArrayList<PlannedTask>();
    for (var phase : entries().members()) {
      var tasks =
          phase.value() instanceof JsonObject entry ? entry.object(SchemaFields.TASKS) : null;
      if (tasks == null || phase.key().isBlank()) {
        continue;
      }
      for (var member : tasks.members()) {
        if (member.value() instanceof JsonObject task && !member.key().isBlank()) {
          all.add(task(member.key(), new PhaseName(phase.key()), task));
        }
      }
    }
    return all;
  }

  private static PlannedTask task(String id, PhaseName phase, JsonObject task) {
    var word = task.string(SchemaFields.STATUS);
    var known = word == null ? TaskStatus.PENDING.word() : word;
    var description = task.string(SchemaFields.DESCRIPTION);
    return new PlannedTask(
        id,
        phase,
        known,
        TaskStatus.of(known),
        description == null ? "" : description,
        task.string(SchemaFields.REASON));
  }

  @Override
  public Optional<String> currentTask() {
    var task = task();
    return task.isPresent() && task.get().isBlank() ? Optional.empty() : task;
  }

  @Override
  public Optional<String> title(PhaseName phase) {
    var entry = entries().object(phase.value());
    var title = entry == null ? null : entry.string(SchemaFields.TITLE);
    return title == null || title.isBlank() ? Optional.empty() : Optional.of(title);
  }

  @Override
  public Optional<String> commit() {
    var commit = root().string(SchemaFields.HEAD_COMMIT);
    return commit == null || commit.isEmpty() ? Optional.empty() : Optional.of(commit);
  }

  @Override
  public List<MergeConflict> conflicts() {
    return root().has(MergeConflict.KEY) ? MergeConflict.in(root()) : List.of();
  }

  @Override
  public boolean finished() {
    var at = root().find(SchemaFields.COMPLETED_AT);
    return at != null && !(at instanceof JsonNull);
  }

  /// The verdict of the ship gate, where the document has one that can be understood.
  @Override
  public List<Claim> claims() {
    var gate = root().object(SchemaFields.GATE);
    var allowed = gate == null ? null : gate.find(SchemaFields.SHIP_ALLOWED);
    if (gate == null || !(allowed instanceof JsonBoolean passed)) {
      return List.of();
    }
    var treePosition = new TreePosition(gate.string(SchemaFields.HEAD_COMMIT), null);
    var blockers = gate.strings(SchemaFields.BLOCKERS);
    return List.of(new Claim.Verdict(SetGate.SHIP, passed.value(), blockers, treePosition));
  }

  /// Returns the command as the document spells it.
  public Optional<String> command() {
    return Optional.ofNullable(root().string(SchemaFields.COMMAND));
  }

  /// Returns the feature as the document spells it; missing, null and empty mean the same.
  public Optional<String> feature() {
    var feature = root().string(SchemaFields.FEATURE);
    return feature == null || feature.isEmpty() ? Optional.empty() : Optional.of(feature);
  }

  @Override
  public List<String> identity() {
    return List.of(command().orElse(""), feature().orElse(""));
  }

  @Override
  public Optional<Instant> startedAt() {
    return time(SchemaFields.STARTED_AT);
  }

  /// Returns the task in hand, for example `T002`.
  public Optional<String> task() {
    return Optional.ofNullable(state().string(SchemaFields.CURRENT_TASK));
  }

  /// Returns the names of the phases done, in the order they were done.
  public List<String> completed() {
    return state().strings(SchemaFields.COMPLETED_PHASES);
  }

  /// Returns the names of the phases ahead.
  public List<String> pending() {
    return state().strings(SchemaFields.PENDING_PHASES);
  }

  public JsonObject state() {
    var state = root().object(SchemaFields.STATE);
    return state == null ? JsonObject.EMPTY : state;
  }

  /// Returns the entries of the phases, by name.
  public JsonObject entries() {
    var entries = root().object(SchemaFields.PHASES);
    return entries == null ? JsonObject.EMPTY : entries;
  }

  @Nullable
  public String currentName() {
    var name = state().string(SchemaFields.CURRENT_PHASE);
    return name == null || name.isBlank() ? null : name;
  }

  /// Returns every name of a phase that the document mentions, each once, in the order in which
  /// they are first mentioned.
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    for (var member : entries().members()) {
      addOnce(names, member.key());
    }
    for (var name : completed()) {
      addOnce(names, name);
    }
    for (var name : pending()) {
      addOnce(names, name);
    }
    var current = currentName();
    if (current != null) {
      addOnce(names, current);
    }
    return names;
  }

  static @Nullable Instant time(JsonObject object, String key) {
    var text = object.string(key);
    return text == null ? null : Timestamps.parse(text).orElse(null);
  }

  private static void addOnce(Set<String> names, String name) {
    if (!name.isBlank()) {
      names.add(name);
    }
  }

  @Override
  public List<DocumentField> details() {
    var all = new ArrayList<>(JsonFields.of("", root(), ELSEWHERE));
    for (var phase : entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var rest = entry;
        for (var key : ELSEWHERE_IN_PHASES) {
          rest = rest.without(key);
        }
        all.addAll(JsonFields.of(SchemaFields.PHASES + "." + phase.key(), rest, Set.of()));
      }
    }
    return all;
  }

  /// Returns the times that [#details] passes over.
  @Override
  public List<DocumentField> times() {
    var all = new ArrayList<DocumentField>();
    for (var key : List.of(SchemaFields.UPDATED_AT, SchemaFields.COMPLETED_AT)) {
      addTime(all, key, root().string(key));
    }
    for (var phase : entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var path = SchemaFields.PHASES + "." + phase.key() + "." + SchemaFields.UPDATED_AT;
        addTime(all, path, entry.string(SchemaFields.UPDATED_AT));
      }
    }
    return List.copyOf(all);
  }

  private static void addTime(List<DocumentField> all, String path, @Nullable String text) {
    if (text != null) {
      all.add(new DocumentField(path, text));
    }
  }
}
