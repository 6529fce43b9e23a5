package dev.tidemark.handoff;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Orchestrator fields of a handoff request for the assigned work. Everything may be left out;
/// whether the request is complete is found when it is [checked][HandoffRequest#of].
///
/// Not safe for use by several threads.
public final class Assignment {
  private JsonObject root = JsonObject.EMPTY;
  private JsonObject context = JsonObject.EMPTY;

  /// The empty assignment.
  public Assignment() {}

  /// Sets the instructions; null for none, as everywhere here.
  public Assignment instructions(@Nullable String text) {
    return put(HandoffFields.INSTRUCTIONS, text);
  }

  /// Sets the worker mode: one of the words of [HandoffMode].
  public Assignment mode(@Nullable String word) {
    return put(HandoffFields.MODE, word);
  }

  /// Names the task, in place of the run and its phase.
  public Assignment task(@Nullable String id) {
    return put(HandoffFields.TASK_ID, id);
  }

  /// Sets the request's phase, which is not one of the run, in place of the mode's default.
  public Assignment work(@Nullable String word) {
    return put(HandoffFields.PHASE, word);
  }

  /// Sets the expected output, in place of the mode's default.
  public Assignment expectedOutput(@Nullable String word) {
    return put(HandoffFields.EXPECTED_OUTPUT, word);
  }

  /// Names the specification to follow.
  public Assignment specPath(@Nullable String path) {
    return inContext(HandoffFields.SPEC_PATH, path);
  }

  /// Sets the context for the worker, in place of the last phase's summary.
  public Assignment previousSummary(@Nullable String text) {
    return inContext(HandoffFields.PREVIOUS_SUMMARY, text);
  }

  /// Adds files to read, before those recorded in the run.
  public Assignment relevantFiles(List<String> paths) {
    context = context.with(HandoffFields.RELEVANT_FILES, JsonArray.ofStrings(paths));
    return this;
  }

  /// Adds constraints, before the decisions of the run.
  public Assignment constraints(List<String> texts) {
    context = context.with(HandoffFields.CONSTRAINTS, JsonArray.ofStrings(texts));
    return this;
  }

  /// Returns the fields set so far.
  public JsonObject json() {
    return root.with(HandoffFields.CONTEXT, context);
  }

  private Assignment put(String key, @Nullable String value) {
    root = value == null ? root : root.with(key, value);
    return this;
  }

  private Assignment inContext(String key, @Nullable String value) {
    context = value == null ? context : context.with(key, value);
    return this;
  }
}
