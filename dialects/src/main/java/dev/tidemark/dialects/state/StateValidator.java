package dev.tidemark.dialects.state;

import static dev.tidemark.dialect.Finding.Severity.ERROR;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.dialect.Ailment;
import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.Validator;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.SummaryLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of a document (T-002-A to T-002-E), including contradictory values (R-002-06).
///
/// Its errors are those of the published JSON Schema, which a test keeps equal to this code.
public final class StateValidator implements Validator {
  private static final String STRING_OR_NULL = "must be a string or null";

  /// The shape of a date and time as writers write it.
  private static final String USUAL = "0000-00-00T00:00:00.000Z";

  private final StateWorkflows workflows;
  private final SummaryLimit usual;

  StateValidator(StateWorkflows workflows, SummaryLimit usual) {
    this.workflows = workflows;
    this.usual = usual;
  }

  @Override
  public List<Finding> validate(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return findings(root);
      }
      return List.of(new Finding(ERROR, "$", "must be an object", "something else"));
    } catch (JsonException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(new Finding(ERROR, "$", "must be JSON that can be read", what));
    }
  }

  @Override
  public List<Finding> validate(String document, Checkpoint read) {
    return read instanceof StateCheckpoint state ? findings(state.root()) : validate(document);
  }

  @Override
  public List<Ask<?>> asks(Facts known) {
    return StateUpkeep.asks();
  }

  @Override
  public List<Ailment> examine(Facts facts) {
    return StateUpkeep.examine(facts);
  }

  /// Returns the problems of a tree.
  List<Finding> findings(JsonObject root) {
    var findings = new Findings();
    top(root, findings);
    var state = findings.object("$", root, Fields.STATE, true);
    if (state != null) {
      state(state, findings);
    }
    var phases = findings.object("$", root, Fields.PHASES, true);
    if (phases != null) {
      for (var member : phases.members()) {
        phase(Findings.path("$.phases", member.key()), member.value(), limit(root), findings);
      }
    }
    var gate = findings.object("$", root, Fields.GATE, false);
    if (gate != null) {
      gate(gate, findings);
    }
    new StateConsistency(root, findings).check();
    return findings.inOrder();
  }

  private void top(JsonObject root, Findings findings) {
    var command = root.find(Fields.COMMAND);
    if (!(command instanceof JsonString name) || name.value().isEmpty()) {
      findings.error("$.command", "must be the name of a command", command, root);
    } else if (workflows.find(name.value()) == null) {
      findings.warning(
          "$.command", "is usually one of " + String.join(", ", workflows.names()), command, root);
    }
    findings.stringOrNull("$", root, Fields.FEATURE);
    var version = root.find(Fields.VERSION);
    if (!(version instanceof JsonNumber) || !StateFormat.isVersion(root, StateFormat1.VERSION)) {
      findings.error("$.version", "must be the number 1", version, root);
    }
    var commit = root.find(Fields.HEAD_COMMIT);
    if (commit instanceof JsonString text && !isCommit(text.value())) {
      findings.error("$.head_commit", "must be 40 or 64 hexadecimal digits", commit, root);
    } else {
      findings.stringOrNull("$", root, Fields.HEAD_COMMIT);
    }
    time("$", root, Fields.STARTED_AT, findings);
    time("$", root, Fields.UPDATED_AT, findings);
    time("$", root, Fields.COMPLETED_AT, findings);
  }

  private void state(JsonObject state, Findings findings) {
    if (state.has(Fields.CURRENT_PHASE)) {
      findings.stringOrNull("$.state", state, Fields.CURRENT_PHASE);
    } else {
      findings.error("$.state.current_phase", STRING_OR_NULL, null, state);
    }
    findings.strings("$.state", state, Fields.COMPLETED_PHASES, true);
    findings.strings("$.state", state, Fields.PENDING_PHASES, true);
    findings.string("$.state", state, Fields.CURRENT_TASK);
    var task = state.string(Fields.CURRENT_TASK);
    if (task != null && !isTask(task)) {
      var value = state.find(Fields.CURRENT_TASK);
      findings.warning("$.state.current_task", "is usually like T002", value, state);
    }
    var objection = Summaries.objection(state, usual);
    if (!objection.isEmpty()) {
      var value = state.find(Fields.CONTEXT_SUMMARY);
      findings.warning("$.state.context_summary", objection, value, state);
    }
  }

  private static void phase(String path, Json value, SummaryLimit limit, Findings findings) {
    if (!(value instanceof JsonObject entry)) {
      findings.error(path, "must be an object", value, null);
      return;
    }
    var status = entry.find(Fields.STATUS);
    if (!(status instanceof JsonString word) || StatusWord.parse(word.value()) == null) {
      findings.error(path + ".status", "must be one of " + StatusWord.ALL, status, entry);
    }
    time(path, entry, Fields.STARTED_AT, findings);
    time(path, entry, Fields.UPDATED_AT, findings);
    findings.string(path, entry, Fields.CONTEXT_SUMMARY);
    var objection =
        entry.string(Fields.CONTEXT_SUMMARY) == null ? "" : Summaries.objection(entry, limit);
    if (!objection.isEmpty()) {
      var summary = entry.find(Fields.CONTEXT_SUMMARY);
      findings.error(path + ".context_summary", objection, summary, entry);
    }
    findings.strings(path, entry, Fields.FILES_CREATED, false);
    findings.strings(path, entry, Fields.FILES_MODIFIED, false);
    findings.string(path, entry, Fields.ERROR);
  }

  private static void gate(JsonObject gate, Findings findings) {
    var allowed = gate.find("ship_allowed");
    if (!(allowed instanceof JsonBoolean)) {
      findings.error("$.gate.ship_allowed", "must be true or false", allowed, gate);
    }
    findings.strings("$.gate", gate, "blockers", true);
    findings.string("$.gate", gate, Fields.HEAD_COMMIT);
  }

  private static void time(String path, JsonObject object, String key, Findings findings) {
    var value = object.find(key);
    if (value == null) {
      return;
    }
    var text = value instanceof JsonString string ? string.value() : null;
    var where = Findings.path(path, key);
    if (text == null || Timestamps.parse(text).isEmpty()) {
      findings.error(where, "must be a date and time with zone, in ISO 8601", value, object);
    } else if (!isUsual(text)) {
      findings.warning(where, "is usually in UTC with three digits of a second", value, object);
    }
  }

  private SummaryLimit limit(JsonObject root) {
    var command = root.string(Fields.COMMAND);
    var definition = command == null ? null : workflows.find(command);
    var tokens = definition == null ? null : definition.summaryTokensMax();
    return usual.orTokens(tokens);
  }

  private static boolean isCommit(String text) {
    return (text.length() == 40 || text.length() == 64) && isHex(text);
  }

  /// Returns whether a date and time looks as writers write it.
  private static boolean isUsual(String text) {
    boolean usual = text.length() == USUAL.length();
    for (int i = 0; usual && i < text.length(); i++) {
      char c = text.charAt(i);
      usual = (c >= '0' && c <= '9' ? '0' : c) == USUAL.charAt(i);
    }
    return usual;
  }

  private static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || Character.digit(c, 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isTask(@Nullable String text) {
    if (text == null || text.length() < 4 || text.charAt(0) != 'T') {
      return false;
    }
    boolean task = true;
    for (int i = 1; task && i < text.length(); i++) {
      task = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return task;
  }
}
