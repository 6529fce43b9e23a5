package dev.tidemark.testkit;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Change.SetGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checkpoint of the [toy dialect][ToyDialects]: a JSON tree and typed access to its fields.
///
/// @param id the run
/// @param root the whole document
public record ToyCheckpoint(CheckpointId id, JsonObject root) implements Checkpoint {
  static final String WORKFLOW = "workflow";
  static final String ITEM = "item";
  static final String CURRENT = "current_phase";
  static final String PHASES = "phases";
  static final String STATUS = "status";
  static final String SUMMARY = "summary";
  static final String ERROR = "error";
  static final String CREATED = "created";
  static final String MODIFIED = "modified";
  static final String DECISIONS = "decisions";
  static final String COMMIT = "head_commit";
  static final String UPDATED = "updated_at";
  static final String COMPLETED = "completed_at";
  static final String GOAL = "goal";
  static final String GATE = "gate";
  static final String PASSED = "ship_allowed";
  static final String BLOCKERS = "blockers";

  @Override
  public Optional<Instant> updatedAt() {
    return text(UPDATED).flatMap(Timestamps::parse);
  }

  @Override
  public List<Phase> phases() {
    var phases = new ArrayList<Phase>();
    for (var member : entries().members()) {
      if (member.value() instanceof JsonObject entry) {
        phases.add(phase(new PhaseName(member.key()), entry));
      }
    }
    return phases;
  }

  private static Phase phase(PhaseName name, JsonObject entry) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : entry.strings(CREATED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.CREATED));
    }
    for (var path : entry.strings(MODIFIED)) {
      artifacts.add(new Artifact(path, Artifact.Kind.MODIFIED));
    }
    var summary = entry.string(SUMMARY);
    return new Phase(
        name,
        status(entry),
        null,
        null,
        summary == null ? null : new ContextSummary(summary),
        entry.string(ERROR),
        artifacts);
  }

  static PhaseStatus status(JsonObject entry) {
    var word = entry.string(STATUS);
    for (var status : PhaseStatus.values()) {
      if (word(status).equals(word)) {
        return status;
      }
    }
    return PhaseStatus.PENDING;
  }

  static String word(PhaseStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /// Returns the phases by name, in the order of the document.
  JsonObject entries() {
    var entries = root.object(PHASES);
    return entries == null ? JsonObject.EMPTY : entries;
  }

  JsonObject entry(PhaseName phase) {
    var entry = entries().object(phase.value());
    return entry == null ? JsonObject.EMPTY : entry;
  }

  @Override
  public List<MergeConflict> conflicts() {
    return MergeConflict.in(root);
  }

  @Override
  public Optional<PhaseName> current() {
    return text(CURRENT).map(PhaseName::new);
  }

  @Override
  public List<Decision> decisions() {
    var decisions = new ArrayList<Decision>();
    for (var phase : phases()) {
      for (var text : entry(phase.name()).strings(DECISIONS)) {
        decisions.add(new Decision(phase.name(), text));
      }
    }
    return decisions;
  }

  @Override
  public Optional<String> commit() {
    return text(COMMIT);
  }

  @Override
  public Optional<String> goal() {
    return text(GOAL);
  }

  @Override
  public boolean finished() {
    return text(COMPLETED).isPresent();
  }

  /// Every other text at the top of the document.
  @Override
  public List<DocumentField> details() {
    var details = new ArrayList<DocumentField>();
    var issue = root.object("linear");
    var name = issue == null ? null : issue.string("identifier");
    if (name != null) {
      details.add(new DocumentField("linear.identifier", name));
    }
    return details;
  }

  /// The verdict of the ship gate, where the document has one.
  @Override
  public List<Claim> claims() {
    var gate = root.object(GATE);
    if (gate == null || !(gate.find(PASSED) instanceof JsonBoolean passed)) {
      return List.of();
    }
    var treePosition = new TreePosition(gate.string(COMMIT), null);
    return List.of(
        new Claim.Verdict(SetGate.SHIP, passed.value(), gate.strings(BLOCKERS), treePosition));
  }

  /// The run's own words, so that a redaction knows what ties a document to its run.
  @Override
  public List<String> identity() {
    return List.of(text(WORKFLOW).orElse(""), text(ITEM).orElse(""));
  }

  /// The part of a run names its run in the field `of`.
  @Override
  public boolean isPartOf(Checkpoint whole) {
    return text("of").filter(whole.id().toString()::equals).isPresent();
  }

  /// A run that has parts names them in the field `parts`.
  @Override
  public List<CheckpointId> parts() {
    return root.has("parts") ? List.of(ToyDialects.PART) : List.of();
  }

  private Optional<String> text(String key) {
    var text = root.string(key);
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(text);
  }
}
