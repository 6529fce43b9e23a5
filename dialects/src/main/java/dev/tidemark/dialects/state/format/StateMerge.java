package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.merge.TreeMerge;
import dev.tidemark.dialect.merge.TreeMerge.Rule;
import dev.tidemark.dialect.merge.TreeMerge.Status;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Three-way merge of the unified schema. Tasks that contradict each other are blocked; the lists
/// of phases follow from the merged phases.
final class StateMerge implements TreeMerge.Schema {
  private static final Status PHASE =
      new Status(
          SchemaFields.STATUS,
          List.of("pending", "in_progress", "failed", "skipped", "complete"),
          Map.of("failed", "failed", "skipped", "skipped", "complete", "done"),
          List.of(SchemaFields.ERROR),
          null,
          null);

  private static final Status TASK =
      new Status(
          SchemaFields.STATUS,
          List.of("pending", "in_progress", "running", "blocked", "failed", "complete"),
          Map.of("failed", "failed", "complete", "done"),
          List.of(SchemaFields.REASON),
          SchemaFields.REASON,
          SchemaFields.DESCRIPTION);

  static String merge(
      @Nullable JsonObject base, JsonObject ours, JsonObject theirs, String document) {
    boolean our = base != null && PlanAlignment.differs(base, ours);
    boolean their = base != null && PlanAlignment.differs(base, theirs);
    boolean asOurs = our == their ? isFirst(ours, theirs) : our;
    var like = asOurs ? ours : theirs;
    var was = base == null ? null : PlanAlignment.of(base, like, null);
    var merged =
        aligned(
            was,
            asOurs ? ours : PlanAlignment.of(ours, like, was),
            asOurs ? PlanAlignment.of(theirs, like, was) : theirs);
    return JsonSplice.apply(document, ours, merged);
  }

  /// Returns which side comes first: the one that was saved later. The answer is the same in both
  /// clones.
  private static boolean isFirst(JsonObject ours, JsonObject theirs) {
    int lead = TreeMerge.lead(ours, theirs, SchemaFields.UPDATED_AT);
    return lead > 0 || (lead == 0 && ours.toString().compareTo(theirs.toString()) >= 0);
  }

  private static JsonObject aligned(@Nullable JsonObject base, JsonObject ours, JsonObject theirs) {
    var schema = new StateMerge();
    int lead = TreeMerge.lead(ours, theirs, SchemaFields.UPDATED_AT);
    var treeMerge = new TreeMerge(schema, lead);
    var merged = treeMerge.merge(base, ours, theirs);
    merged = opened(base, ours, theirs, merged);
    merged = listed(merged, isFirst(ours, theirs) ? List.of(ours, theirs) : List.of(theirs, ours));
    return MergeConflict.into(merged, treeMerge.conflicts());
  }

  static JsonObject decide(JsonObject root, List<MergeConflict> conflicts, boolean ours) {
    return listed(TreeMerge.decide(new StateMerge(), root, conflicts, ours), List.of(root));
  }

  @Override
  public Rule rule(List<String> path) {
    return switch (path.getLast()) {
      case SchemaFields.STARTED_AT -> Rule.EARLIEST;
      case SchemaFields.UPDATED_AT, SchemaFields.COMPLETED_AT -> Rule.LATEST;
      case SchemaFields.GATE, SchemaFields.GATE_OVERRIDE -> Rule.WHOLE;
      case SchemaFields.HEAD_COMMIT,
          SchemaFields.CURRENT_PHASE,
          SchemaFields.CURRENT_TASK,
          SchemaFields.NEXT_ACTION,
          SchemaFields.TITLE,
          SchemaFields.ERROR,
          SchemaFields.REASON ->
          Rule.LEADER;
      default -> Rule.CONFLICT;
    };
  }

  @Override
  public @Nullable Status status(List<String> path) {
    boolean inPhase = path.size() >= 2 && path.getFirst().equals(SchemaFields.PHASES);
    if (inPhase && path.size() == 2) {
      return PHASE;
    }
    return inPhase && path.size() == 4 && path.get(2).equals(SchemaFields.TASKS) ? TASK : null;
  }

  @Override
  public @Nullable PhaseName phase(List<String> path) {
    boolean inPhase = path.size() >= 2 && path.getFirst().equals(SchemaFields.PHASES);
    return inPhase && !path.get(1).isBlank() ? new PhaseName(path.get(1)) : null;
  }

  /// A run that one side has finished is open again if the other side has worked on its phases.
  private static JsonObject opened(
      @Nullable JsonObject base, JsonObject ours, JsonObject theirs, JsonObject merged) {
    boolean our = isFinished(ours);
    if (our == isFinished(theirs)) {
      return merged;
    }
    var phases = base == null ? null : base.find(SchemaFields.PHASES);
    boolean worked = !Objects.equals(phases, (our ? theirs : ours).find(SchemaFields.PHASES));
    return worked ? merged.without(SchemaFields.COMPLETED_AT) : merged;
  }

  private static boolean isFinished(JsonObject root) {
    var at = root.find(SchemaFields.COMPLETED_AT);
    return at != null && !(at instanceof JsonNull);
  }

  /// Returns the document with lists that agree with the phases.
  ///
  /// @param sides the sides, the leading one first
  private static JsonObject listed(JsonObject root, List<JsonObject> sides) {
    var state = root.object(SchemaFields.STATE);
    if (state == null) {
      return root;
    }
    var entries = root.object(SchemaFields.PHASES);
    var phases = entries == null ? JsonObject.EMPTY : entries;
    var lists = NameLists.of(state);
    var completed = names(lists.completed(), phases, PhaseStatus.COMPLETE);
    var done = completed.strings();
    var ahead = new ArrayList<Json>();
    for (var element : names(lists.pending(), phases, PhaseStatus.PENDING).elements()) {
      if (!(element instanceof JsonString name && done.contains(name.value()))) {
        ahead.add(element);
      }
    }
    var current = lists.current();
    if (current == null || phases.has(current)) {
      current = current(phases, sides);
    }
    var next = new NameLists(current, completed, JsonArray.of(ahead)).writeInto(state);
    return next.equals(state) ? root : root.with(SchemaFields.STATE, next);
  }

  /// Returns a list without the phases that have another status, and with those that lack.
  private static JsonArray names(JsonArray list, JsonObject phases, PhaseStatus status) {
    var names = new LinkedHashSet<Json>();
    for (var element : list.elements()) {
      var known = element instanceof JsonString name ? status(phases, name.value()) : null;
      if (known == null || known == status) {
        names.add(element);
      }
    }
    for (var member : phases.members()) {
      if (status(phases, member.key()) == status) {
        names.add(JsonString.of(member.key()));
      }
    }
    var now = JsonArray.of(new ArrayList<>(names));
    return now.equals(list) ? list : now;
  }

  private static @Nullable PhaseStatus status(JsonObject phases, String name) {
    var entry = phases.object(name);
    var word = entry == null ? null : entry.string(SchemaFields.STATUS);
    return PhaseStatus.parse(word);
  }

  /// Returns the phase in progress: that of the leading side, if it still is in progress.
  private static @Nullable String current(JsonObject phases, List<JsonObject> sides) {
    for (var side : sides) {
      var state = side.object(SchemaFields.STATE);
      var name = state == null ? null : state.string(SchemaFields.CURRENT_PHASE);
      var status = name == null ? null : status(phases, name);
      if (status == PhaseStatus.IN_PROGRESS) {
        return name;
      }
    }
    for (var member : phases.members()) {
      if (status(phases, member.key()) == PhaseStatus.IN_PROGRESS) {
        return member.key();
      }
    }
    return null;
  }
}
