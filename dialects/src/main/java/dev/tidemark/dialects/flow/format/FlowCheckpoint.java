package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.JsonDocument;
import dev.tidemark.dialect.JsonFields;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checkpoint of a workflow: the document `phase.json`. The integrity checks of resuming report
/// values of a wrong type.
public final class FlowCheckpoint extends JsonDocument {
  /// The limit of phases named in a line; a workflow has five.
  private static final int NAMES_MAX = 20;

  /// The completed phases, cached after the first call: readers of a run call this repeatedly. It
  /// does no harm if two threads make the lists.
  private @Nullable List<CompletedPhase> completed;

  private @Nullable List<Phase> phases;

  private @Nullable List<SchemaViolation> violations;

  /// Takes which run it is about, and the whole document.
  public FlowCheckpoint(CheckpointId id, JsonObject root) {
    super(id, root);
  }

  /// Its tasks name it, and so do the folders of the archive.
  @Override
  public List<String> identity() {
    return List.of(workflow());
  }

  @Override
  public List<CheckpointId> parts() {
    return List.of(TasksFormat.ID);
  }

  @Override
  public Optional<Instant> updatedAt() {
    return time(FlowKeys.LAST_UPDATED);
  }

  @Override
  public Optional<Instant> startedAt() {
    return time(FlowKeys.STARTED_AT);
  }

  @Override
  public List<Phase> phases() {
    var known = phases;
    if (known == null) {
      var made = new ArrayList<Phase>();
      for (var flowPhase : FlowPhase.values()) {
        made.add(phase(flowPhase));
      }
      known = List.copyOf(made);
      phases = known;
    }
    return known;
  }

  private Phase phase(FlowPhase flowPhase) {
    for (var entry : completed()) {
      if (flowPhase == entry.flowPhase()) {
        var output = entry.output();
        List<Artifact> artifacts =
            output == null ? List.of() : List.of(new Artifact(output, Artifact.Kind.OUTPUT));
        var at = entry.at();
        var ended = at == null ? null : Timestamps.parse(at).orElse(null);
        return new Phase(
            flowPhase.phase(), PhaseStatus.COMPLETE, null, ended, null, null, artifacts);
      }
    }
    var flowProgress = progress();
    boolean here = flowPhase == flowPhase() && flowProgress != null;
    var status = here && flowProgress != null ? flowProgress.meaning() : PhaseStatus.PENDING;
    return new Phase(flowPhase.phase(), status, null, null, null, null, List.of());
  }

  @Override
  public Optional<PhaseName> current() {
    var flowPhase = flowPhase();
    return flowPhase == null || progress() != FlowProgress.IN_PROGRESS
        ? Optional.empty()
        : Optional.of(flowPhase.phase());
  }

  @Override
  public List<MergeConflict> conflicts() {
    return root().has(MergeConflict.KEY) ? MergeConflict.in(root()) : List.of();
  }

  /// Returns whether the last phase is done and nothing has been begun since (R-003-05).
  @Override
  public boolean finished() {
    var flowProgress = progress();
    return isCompleted(FlowPhase.REFLECTION)
        && (flowProgress == FlowProgress.COMPLETE || flowProgress == FlowProgress.PENDING);
  }

  /// The time of the last activity is no difference; the completed phases are compared separately.
  @Override
  public List<DocumentField> details() {
    var elsewhere =
        Set.of(FlowKeys.LAST_UPDATED, FlowKeys.COMPLETED_PHASES, FlowKeys.USER_CHECKPOINTS);
    var details = new ArrayList<>(JsonFields.of("", root(), elsewhere));
    for (var entry : root().objects(FlowKeys.USER_CHECKPOINTS)) {
      var phase = String.valueOf(entry.string(FlowKeys.PHASE));
      var at = String.valueOf(entry.string(FlowKeys.APPROVED_AT));
      details.add(new DocumentField("approval of " + phase, at));
    }
    return details;
  }

  /// The approvals that others recorded, and the phases that others began. The approvals do not
  /// name their content, so their digests are empty.
  @Override
  public List<Claim> claims() {
    var claims = new ArrayList<Claim>();
    var here = flowPhase();
    for (var flowPhase : FlowPhase.values()) {
      if (isApproved(flowPhase)) {
        claims.add(new Claim.Approval(flowPhase.phase(), "", ""));
      }
      boolean begun = flowPhase == here && progress() == FlowProgress.IN_PROGRESS;
      if (begun || isCompleted(flowPhase)) {
        claims.add(new Claim.GatePassed(flowPhase.phase(), false, null));
      }
    }
    return claims;
  }

  /// Returns the id of the workflow; empty if the document has none.
  public String workflow() {
    var name = root().string(FlowKeys.WORKFLOW_ID);
    return name == null ? "" : name;
  }

  /// Returns the name of the workflow, escaped for a line of output.
  public String shownName() {
    return PlainText.name(workflow());
  }

  /// Returns the phase to work on; null if the document names none that exists.
  @Nullable
  public FlowPhase flowPhase() {
    return FlowPhase.parse(root().string(FlowKeys.CURRENT_PHASE));
  }

  /// Returns the progress of the current phase; null if the document has no known value.
  @Nullable
  public FlowProgress progress() {
    return FlowProgress.parse(root().string(FlowKeys.PHASE_STATUS));
  }

  /// Returns the phases that are done, in the order of the document.
  public List<CompletedPhase> completed() {
    var known = completed;
    if (known == null) {
      var entries = new ArrayList<CompletedPhase>();
      for (var element : root().elements(FlowKeys.COMPLETED_PHASES)) {
        entries.add(CompletedPhase.of(element));
      }
      known = List.copyOf(entries);
      completed = known;
    }
    return known;
  }

  /// Returns the violations of the contract. Called in each iteration of the fact collection for a
  /// change.
  public List<SchemaViolation> violations() {
    var known = violations;
    if (known == null) {
      known = FlowValidator.of(root());
      violations = known;
    }
    return known;
  }

  public boolean isCompleted(FlowPhase flowPhase) {
    for (var entry : completed()) {
      if (entry.flowPhase() == flowPhase) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the document has an approval of a phase.
  public boolean isApproved(FlowPhase flowPhase) {
    for (var entry : root().objects(FlowKeys.USER_CHECKPOINTS)) {
      if (flowPhase.name().equals(entry.string(FlowKeys.PHASE))) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the document records that no write was in progress.
  public boolean isSafe() {
    return root().find(FlowKeys.INTERRUPTION_SAFE) instanceof JsonBoolean flag && flag.value();
  }

  /// Returns the names of the phases that are done, as the information lines have them.
  public String completedNames() {
    var names = new StringBuilder();
    var all = completed();
    for (int i = 0; i < all.size() && i < NAMES_MAX; i++) {
      names.append(names.isEmpty() ? "" : ", ").append(PlainText.name(all.get(i).phase()));
    }
    if (all.size() > NAMES_MAX) {
      names.append(" and ").append(all.size() - NAMES_MAX).append(" more");
    }
    return names.isEmpty() ? "none" : names.toString();
  }

  public FlowCheckpoint with(JsonObject next) {
    return new FlowCheckpoint(id(), next);
  }
}
