package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.merge.TreeMerge;
import dev.tidemark.dialect.merge.TreeMerge.Rule;
import dev.tidemark.dialect.merge.TreeMerge.Status;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Three-way merge of `phase.json`. The completed phases are the first ones in order, and the
/// current phase follows them, so these fields are taken together, from the side that is further.
final class FlowMerge implements TreeMerge.Schema {
  private static final List<String> PROGRESS =
      List.of(FlowKeys.CURRENT_PHASE, FlowKeys.PHASE_STATUS, FlowKeys.COMPLETED_PHASES);

  private static final Status PHASE =
      new Status(
          FlowKeys.PHASE_STATUS,
          List.of("pending", "in_progress", "failed", "complete"),
          Map.of("failed", "failed", "complete", "done"),
          List.of(),
          null,
          null);

  private final @Nullable FlowCheckpoint base;
  private final FlowCheckpoint ours;
  private final FlowCheckpoint theirs;

  FlowMerge(@Nullable FlowCheckpoint base, FlowCheckpoint ours, FlowCheckpoint theirs) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
  }

  String merge(String document) {
    int lead = TreeMerge.lead(ours.root(), theirs.root(), FlowKeys.LAST_UPDATED);
    var treeMerge = new TreeMerge(this, lead);
    var merged = treeMerge.merge(base == null ? null : base.root(), ours.root(), theirs.root());
    merged = progress(merged, lead);
    var contradicted = contradicted();
    if (contradicted != null) {
      treeMerge.record(new MergeConflict(contradicted, List.of(), picked(ours), picked(theirs)));
    }
    if (merged.has(FlowKeys.INTERRUPTION_SAFE)) {
      boolean safe = ours.isSafe() && theirs.isSafe();
      merged = merged.with(FlowKeys.INTERRUPTION_SAFE, JsonBoolean.of(safe));
    }
    merged = MergeConflict.into(merged, treeMerge.conflicts());
    return JsonSplice.apply(document, ours.root(), merged);
  }

  static JsonObject decide(FlowCheckpoint checkpoint, List<MergeConflict> conflicts, boolean our) {
    var schema = new FlowMerge(checkpoint, checkpoint, checkpoint);
    return TreeMerge.decide(schema, checkpoint.root(), conflicts, our);
  }

  @Override
  public Rule rule(List<String> path) {
    return switch (path.getLast()) {
      case FlowKeys.STARTED_AT, FlowKeys.COMPLETED_AT, FlowKeys.APPROVED_AT -> Rule.EARLIEST;
      case FlowKeys.LAST_UPDATED -> Rule.LATEST;
      case FlowKeys.CURRENT_PHASE,
          FlowKeys.PHASE_STATUS,
          FlowKeys.INTERRUPTION_SAFE,
          FlowKeys.SIZE,
          FlowKeys.SHA256 ->
          Rule.LEADER;
      default -> Rule.CONFLICT;
    };
  }

  @Override
  public @Nullable String elementKey(List<String> path) {
    return switch (path.getLast()) {
      case FlowKeys.COMPLETED_PHASES, FlowKeys.USER_CHECKPOINTS -> FlowKeys.PHASE;
      case FlowKeys.BASELINE -> FlowKeys.PATH;
      default -> null;
    };
  }

  @Override
  public @Nullable PhaseName phase(List<String> path) {
    var flowPhase = path.size() < 2 ? null : FlowPhase.parse(path.get(1));
    return flowPhase == null ? null : flowPhase.phase();
  }

  private static JsonObject picked(FlowCheckpoint side) {
    var picked = JsonObject.EMPTY;
    for (var key : PROGRESS) {
      var value = side.root().find(key);
      picked = value == null ? picked : picked.with(key, value);
    }
    return picked;
  }

  /// Returns the merged document with the progress of the side that is further, or of the only one
  /// that has moved.
  private JsonObject progress(JsonObject merged, int lead) {
    var was = base == null ? JsonObject.EMPTY : picked(base);
    boolean our =
        picked(theirs).equals(was)
            || (!picked(ours).equals(was) && compare(ours, theirs, lead) >= 0);
    var side = our ? ours : theirs;
    var result = merged;
    for (var member : picked(side).members()) {
      var value =
          member.key().equals(FlowKeys.COMPLETED_PHASES) && member.value() instanceof JsonArray all
              ? completed(all, merged.array(FlowKeys.COMPLETED_PHASES))
              : member.value();
      result = value.equals(result.find(member.key())) ? result : result.with(member.key(), value);
    }
    return result;
  }

  /// Returns the entries of a side, each with what the other side adds to it.
  private static JsonArray completed(JsonArray side, @Nullable JsonArray merged) {
    var all = new ArrayList<Json>();
    for (var element : side.elements()) {
      var known = element;
      for (var other : merged == null ? List.<Json>of() : merged.elements()) {
        boolean same =
            element instanceof JsonObject one
                && other instanceof JsonObject two
                && Objects.equals(one.find(FlowKeys.PHASE), two.find(FlowKeys.PHASE));
        known = same ? other : known;
      }
      all.add(known);
    }
    return JsonArray.of(all);
  }

  private static int compare(FlowCheckpoint one, FlowCheckpoint other, int lead) {
    int difference = Integer.compare(one.completed().size(), other.completed().size());
    if (difference == 0) {
      difference = Integer.compare(place(one), place(other));
    }
    difference = difference == 0 ? lead : difference;
    return difference == 0
        ? picked(one).toString().compareTo(picked(other).toString())
        : difference;
  }

  private static int place(FlowCheckpoint side) {
    var flowPhase = side.flowPhase();
    var flowProgress = side.progress();
    int number = flowPhase == null ? 0 : flowPhase.number();
    var status = flowProgress == null ? PhaseStatus.PENDING : flowProgress.meaning();
    int further = PHASE.words().indexOf(status.word());
    return number * PHASE.words().size() + further;
  }

  /// Returns the first phase that one side ended and the other one ended in another way or
  /// reopened; null if there is none.
  private @Nullable PhaseName contradicted() {
    for (int i = 0; i < ours.phases().size(); i++) {
      var phase = ours.phases().get(i);
      var was = base == null ? null : base.phases().get(i).status().word();
      var other = theirs.phases().get(i).status().word();
      if (PHASE.contradict(was, phase.status().word(), other)) {
        return phase.name();
      }
    }
    return null;
  }

  /// Merges `execution.json`. Tasks that contradict each other are blocked, which keeps their phase
  /// from its end.
  static String tasks(@Nullable JsonObject base, JsonObject ours, JsonObject theirs, String text) {
    int lead = TreeMerge.lead(ours, theirs, FlowKeys.LAST_UPDATED);
    var merged = new TreeMerge(new Tasks(), lead).merge(base, ours, theirs);
    return JsonSplice.apply(text, ours, merged);
  }

  /// Schema of `execution.json`.
  private static final class Tasks implements TreeMerge.Schema {
    private static final Status TASK =
        new Status(
            FlowKeys.STATUS,
            List.of(
                "pending", "blocked", "running", "failed", "pre_complete", "complete", "verified"),
            Map.of("failed", "failed", "complete", "done", "verified", "done"),
            List.of(FlowKeys.FAILURE_REASON, FlowKeys.BLOCKED_REASON),
            FlowKeys.BLOCKED_REASON,
            null);

    @Override
    public Rule rule(List<String> path) {
      return switch (path.getLast()) {
        case FlowKeys.STARTED_AT -> Rule.EARLIEST;
        case FlowKeys.COMPLETED_AT -> Rule.LATEST;
        case FlowKeys.ATTEMPTS -> Rule.GREATEST;
        default -> Rule.LEADER;
      };
    }

    @Override
    public @Nullable String elementKey(List<String> path) {
      return path.getLast().equals(FlowKeys.TASKS) ? FlowKeys.ID : null;
    }

    @Override
    public @Nullable Status status(List<String> path) {
      return path.size() == 2 && path.getFirst().equals(FlowKeys.TASKS) ? TASK : null;
    }

    @Override
    public PhaseName phase(List<String> path) {
      return FlowPhase.IMPLEMENTATION.phase();
    }
  }
}
