package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds a handoff request from a run and the orchestrator's fields.
///
/// The run supplies `task_id`, `context.feature`, the files and decisions of its phases and the
/// last summary; the mode supplies `phase` and `expected_output`. Orchestrator fields take
/// precedence; lists are concatenated.
///
/// @param id the run
/// @param checkpoint its document; absent for a run that has none yet
/// @param point the resume point
/// @param phase the phase of the run that the worker is to work on
public record RequestComposer(
    CheckpointId id, @Nullable Checkpoint checkpoint, ResumePoint point, PhaseName phase) {

  /// Returns the request in the order of T-004-B, unknown fields last. It is still to be
  /// [checked][HandoffRequest#of].
  ///
  /// @param fields the orchestrator's fields; the only source of `instructions` and `mode`
  public JsonObject request(JsonObject fields) {
    var word = fields.string(HandoffFields.MODE);
    var mode = word == null ? null : HandoffMode.of(word).orElse(null);
    var request = JsonObject.EMPTY;
    request = request.with(HandoffFields.TASK_ID, id + "/" + phase);
    var work = fields.string(HandoffFields.PHASE);
    if (work == null && mode != null) {
      work = mode.usualPhase();
      request = request.with(HandoffFields.PHASE, work);
    }
    request = copied(request, fields, HandoffFields.PHASE);
    request = copied(request, fields, HandoffFields.MODE);
    request = request.with(HandoffFields.CONTEXT, context(fields));
    request = copied(request, fields, HandoffFields.INSTRUCTIONS);
    int output = work == null ? -1 : HandoffFields.PHASES.indexOf(work);
    if (output >= 0) {
      request = request.with(HandoffFields.EXPECTED_OUTPUT, HandoffFields.OUTPUTS.get(output));
    }
    for (var member : fields.members()) {
      if (!member.key().equals(HandoffFields.CONTEXT)) {
        request = request.with(member.key(), member.value());
      }
    }
    return request;
  }

  private Json context(JsonObject fields) {
    var given = fields.find(HandoffFields.CONTEXT);
    if (given != null && !(given instanceof JsonObject)) {
      return given;
    }
    var own = given instanceof JsonObject object ? object : JsonObject.EMPTY;
    var item = id.item();
    var summary = point.summary();
    var context =
        JsonObject.EMPTY
            .with(HandoffFields.FEATURE, item == null ? id.workflow() : item)
            .with(HandoffFields.SPEC_PATH, JsonNull.NULL)
            .with(HandoffFields.RELEVANT_FILES, joined(own, HandoffFields.RELEVANT_FILES, files()))
            .with(HandoffFields.CONSTRAINTS, joined(own, HandoffFields.CONSTRAINTS, decisions()))
            .with(
                HandoffFields.PREVIOUS_SUMMARY,
                summary == null ? JsonNull.NULL : JsonString.of(summary));
    for (var member : own.members()) {
      boolean list =
          member.key().equals(HandoffFields.RELEVANT_FILES)
              || member.key().equals(HandoffFields.CONSTRAINTS);
      if (!list) {
        context = context.with(member.key(), member.value());
      }
    }
    return context;
  }

  private static Json joined(JsonObject own, String key, List<String> known) {
    var given = own.find(key);
    if (given != null && !(given instanceof JsonArray)) {
      return given;
    }
    var array = given instanceof JsonArray there ? there : JsonArray.EMPTY;
    var all = new ArrayList<>(array.elements());
    var texts = new HashSet<>(array.strings());
    for (var text : known) {
      if (texts.add(text)) {
        all.add(JsonString.of(text));
      }
    }
    return JsonArray.of(all);
  }

  private List<String> files() {
    var files = new ArrayList<String>();
    for (var known : checkpoint == null ? List.<Phase>of() : checkpoint.phases()) {
      for (var artifact : known.artifacts()) {
        files.add(artifact.path());
      }
    }
    return files;
  }

  private List<String> decisions() {
    var texts = new ArrayList<String>();
    for (var decision : checkpoint == null ? List.<Decision>of() : checkpoint.decisions()) {
      texts.add(decision.text());
    }
    return texts;
  }

  private static JsonObject copied(JsonObject to, JsonObject from, String key) {
    var value = from.find(key);
    return value == null ? to : to.with(key, value);
  }
}
