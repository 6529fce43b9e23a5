package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.PhaseNotes;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.MergePhase;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.PhaseReport;
import org.jspecify.annotations.Nullable;

/// Phase update: the common form of all changes of one phase, as data merged into it.
///
/// @param merge the phase and the data
/// @param reason why a phase is skipped; the schema has no field for it, the history has
/// @param verb whether the user named the phase, so that a typing error is likely
record PhaseUpdate(MergePhase merge, String reason, boolean verb) {

  static PhaseUpdate of(MergePhase merge) {
    return new PhaseUpdate(merge, "", false);
  }

  static PhaseUpdate of(StartPhase start, @Nullable StateCheckpoint before) {
    var entry = entry(before, start.phase());
    var data = data(PhaseStatus.IN_PROGRESS, start.report(), entry, "");
    data = PhaseNotes.cleared(data, entry, false);
    var task = start.report().task();
    var tasks = entry.object(SchemaFields.TASKS);
    if (task != null && tasks != null && tasks.has(task)) {
      var begun = JsonObject.EMPTY.with(SchemaFields.STATUS, TaskStatus.IN_PROGRESS.word());
      data = data.with(SchemaFields.TASKS, JsonObject.EMPTY.with(task, begun));
    }
    var run = JsonObject.builder().addIfPresent(SchemaFields.CURRENT_TASK, task).build();
    return new PhaseUpdate(new MergePhase(start.phase(), data, run), "", true);
  }

  static PhaseUpdate of(CompletePhase done, @Nullable StateCheckpoint before) {
    var entry = entry(before, done.phase());
    var data = data(PhaseStatus.COMPLETE, done.report(), entry, "");
    return verb(done.phase(), PhaseNotes.cleared(data, entry, true), "");
  }

  static PhaseUpdate of(FailPhase fail, @Nullable StateCheckpoint before) {
    var entry = entry(before, fail.phase());
    var data = data(PhaseStatus.FAILED, fail.report(), entry, fail.reason());
    return verb(fail.phase(), data, "");
  }

  static PhaseUpdate of(SkipPhase skip) {
    var data = JsonObject.EMPTY.with(SchemaFields.STATUS, PhaseStatus.SKIPPED.word());
    return verb(skip.phase(), data, skip.reason());
  }

  /// Notes, decisions and files, laid over the entry of the phase that the engine filled in.
  static PhaseUpdate of(AmendPhase amend, PhaseName phase, StateCheckpoint before) {
    var data = PhaseNotes.data(amend, phase, entry(before, phase));
    return new PhaseUpdate(new MergePhase(phase, data, JsonObject.EMPTY), "", false);
  }

  private static PhaseUpdate verb(PhaseName phase, JsonObject data, String reason) {
    return new PhaseUpdate(new MergePhase(phase, data, JsonObject.EMPTY), reason, true);
  }

  private static JsonObject entry(@Nullable StateCheckpoint before, PhaseName phase) {
    var entry = before == null ? null : before.entries().object(phase.value());
    return entry == null ? JsonObject.EMPTY : entry;
  }

  private static JsonObject data(
      PhaseStatus status, PhaseReport report, JsonObject entry, String failure) {
    var data = JsonObject.EMPTY.with(SchemaFields.STATUS, status.word());
    var summary = report.summary();
    if (summary != null) {
      data = data.with(SchemaFields.CONTEXT_SUMMARY, summary.text());
    }
    var created = new TextList(arrayOrEmpty(entry, SchemaFields.FILES_CREATED));
    var modified = new TextList(arrayOrEmpty(entry, SchemaFields.FILES_MODIFIED));
    for (var artifact : report.artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        created.exclude(artifact.path());
        modified.exclude(artifact.path());
      } else if (artifact.kind() == Artifact.Kind.MODIFIED) {
        modified.include(artifact.path());
      } else {
        created.include(artifact.path());
      }
    }
    data = put(data, SchemaFields.FILES_CREATED, created.array(), entry);
    data = put(data, SchemaFields.FILES_MODIFIED, modified.array(), entry);
    if (!failure.isBlank()) {
      data = data.with(SchemaFields.ERROR, failure);
    }
    var decisions = new TextList(arrayOrEmpty(entry, SchemaFields.DECISIONS));
    for (var decision : report.decisions()) {
      decisions.include(decision);
    }
    return put(data, SchemaFields.DECISIONS, decisions.array(), entry);
  }

  private static JsonArray arrayOrEmpty(JsonObject entry, String key) {
    var array = entry.array(key);
    return array == null ? JsonArray.EMPTY : array;
  }

  private static JsonObject put(JsonObject data, String key, JsonArray array, JsonObject entry) {
    return array.equals(arrayOrEmpty(entry, key)) ? data : data.with(key, array);
  }
}
