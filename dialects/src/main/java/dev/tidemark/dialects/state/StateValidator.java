package dev.tidemark.dialects.state;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialect.ViolationList;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateConsistency;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.format.StateFormat1;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of a document (T-002-A to T-002-E), including contradictory values (R-002-06).
///
/// Its errors are those of the published JSON Schema, which a test keeps equal to this code. The
/// diagnostics are about files of other tools beside the checkpoints: archives of finished ones.
public final class StateValidator implements Validator {
  private static final String STRING_OR_NULL = "must be a string or null";

  /// The shape of a date and time as writers write it.
  private static final String USUAL = "0000-00-00T00:00:00.000Z";

  private static final String FOLDER = StateLocator.FOLDER + "/archive";
  private static final FactQuery<List<FileFact>> ARCHIVES = FactQuery.files(FOLDER);
  private static final FactQuery<List<FileFact>> DOCUMENTS = FactQuery.files(StateLocator.FOLDER);

  /// A run whose document was archived still has a journal.
  private static final String RECORDED = ".tidemark/journal/state";

  private static final FactQuery<List<FileFact>> RECORDS = FactQuery.files(RECORDED);
  private static final String END = ".json.gz";

  private final StateWorkflows workflows;
  private final SummaryLimit usual;

  StateValidator(StateWorkflows workflows, SummaryLimit usual) {
    this.workflows = workflows;
    this.usual = usual;
  }

  @Override
  public List<SchemaViolation> validate(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return violations(root);
      }
      return List.of(new SchemaViolation(ERROR, "$", "must be an object", "something else"));
    } catch (JsonException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(new SchemaViolation(ERROR, "$", "must be JSON that can be read", what));
    }
  }

  @Override
  public List<SchemaViolation> validate(String document, Checkpoint read) {
    return read instanceof StateCheckpoint state ? violations(state.root()) : validate(document);
  }

  /// Returns the problems of a tree.
  List<SchemaViolation> violations(JsonObject root) {
    var violationList = new ViolationList();
    top(root, violationList);
    var state = violationList.object("$", root, SchemaFields.STATE, true);
    if (state != null) {
      state(state, violationList);
    }
    var phases = violationList.object("$", root, SchemaFields.PHASES, true);
    if (phases != null) {
      for (var member : phases.members()) {
        phase(
            ViolationList.path("$.phases", member.key()),
            member.value(),
            limit(root),
            violationList);
      }
    }
    var gate = violationList.object("$", root, SchemaFields.GATE, false);
    if (gate != null) {
      gate(gate, violationList);
    }
    new StateConsistency(root, violationList).check();
    return violationList.inOrder();
  }

  private void top(JsonObject root, ViolationList violationList) {
    var command = root.find(SchemaFields.COMMAND);
    if (!(command instanceof JsonString name) || name.value().isEmpty()) {
      violationList.error("$.command", "must be the name of a command", command, root);
    } else if (workflows.find(name.value()) == null) {
      violationList.warning(
          "$.command", "is usually one of " + String.join(", ", workflows.names()), command, root);
    }
    violationList.stringOrNull("$", root, SchemaFields.FEATURE);
    var version = root.find(SchemaFields.VERSION);
    if (!(version instanceof JsonNumber) || !StateFormat.isVersion(root, StateFormat1.VERSION)) {
      violationList.error("$.version", "must be the number 1", version, root);
    }
    var commit = root.find(SchemaFields.HEAD_COMMIT);
    if (commit instanceof JsonString text && !isCommit(text.value())) {
      violationList.error("$.head_commit", "must be 40 or 64 hexadecimal digits", commit, root);
    } else {
      violationList.stringOrNull("$", root, SchemaFields.HEAD_COMMIT);
    }
    time("$", root, SchemaFields.STARTED_AT, violationList);
    time("$", root, SchemaFields.UPDATED_AT, violationList);
    time("$", root, SchemaFields.COMPLETED_AT, violationList);
  }

  private void state(JsonObject state, ViolationList violationList) {
    if (state.has(SchemaFields.CURRENT_PHASE)) {
      violationList.stringOrNull("$.state", state, SchemaFields.CURRENT_PHASE);
    } else {
      violationList.error("$.state.current_phase", STRING_OR_NULL, null, state);
    }
    violationList.strings("$.state", state, SchemaFields.COMPLETED_PHASES, true);
    violationList.strings("$.state", state, SchemaFields.PENDING_PHASES, true);
    violationList.string("$.state", state, SchemaFields.CURRENT_TASK);
    var task = state.string(SchemaFields.CURRENT_TASK);
    if (task != null && !isTask(task)) {
      var value = state.find(SchemaFields.CURRENT_TASK);
      violationList.warning("$.state.current_task", "is usually like T002", value, state);
    }
    var objection = DocumentLimits.objection(state, usual);
    if (!objection.isEmpty()) {
      var value = state.find(SchemaFields.CONTEXT_SUMMARY);
      violationList.warning("$.state.context_summary", objection, value, state);
    }
  }

  private static void phase(
      String path, Json value, SummaryLimit limit, ViolationList violationList) {
    if (!(value instanceof JsonObject entry)) {
      violationList.error(path, "must be an object", value, null);
      return;
    }
    var status = entry.find(SchemaFields.STATUS);
    if (!(status instanceof JsonString word) || PhaseStatus.parse(word.value()) == null) {
      violationList.error(
          path + ".status", "must be one of " + SchemaFields.STATUSES, status, entry);
    }
    time(path, entry, SchemaFields.STARTED_AT, violationList);
    time(path, entry, SchemaFields.UPDATED_AT, violationList);
    violationList.string(path, entry, SchemaFields.CONTEXT_SUMMARY);
    var objection =
        entry.string(SchemaFields.CONTEXT_SUMMARY) == null
            ? ""
            : DocumentLimits.objection(entry, limit);
    if (!objection.isEmpty()) {
      var summary = entry.find(SchemaFields.CONTEXT_SUMMARY);
      violationList.error(path + ".context_summary", objection, summary, entry);
    }
    violationList.strings(path, entry, SchemaFields.FILES_CREATED, false);
    violationList.strings(path, entry, SchemaFields.FILES_MODIFIED, false);
    violationList.string(path, entry, SchemaFields.ERROR);
  }

  private static void gate(JsonObject gate, ViolationList violationList) {
    var allowed = gate.find("ship_allowed");
    if (!(allowed instanceof JsonBoolean)) {
      violationList.error("$.gate.ship_allowed", "must be true or false", allowed, gate);
    }
    violationList.strings("$.gate", gate, "blockers", true);
    violationList.string("$.gate", gate, SchemaFields.HEAD_COMMIT);
  }

  private static void time(
      String path, JsonObject object, String key, ViolationList violationList) {
    var value = object.find(key);
    if (value == null) {
      return;
    }
    var text = value instanceof JsonString string ? string.value() : null;
    var where = ViolationList.path(path, key);
    if (text == null || Timestamps.parse(text).isEmpty()) {
      violationList.error(where, "must be a date and time with zone, in ISO 8601", value, object);
    } else if (!isUsual(text)) {
      violationList.warning(
          where, "is usually in UTC with three digits of a second", value, object);
    }
  }

  private SummaryLimit limit(JsonObject root) {
    var command = root.string(SchemaFields.COMMAND);
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

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    return List.of(ARCHIVES, DOCUMENTS, RECORDS);
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    for (var archive : facts.get(ARCHIVES).orElse(List.of())) {
      var document = documentOf(archive.path());
      boolean known =
          isThere(DOCUMENTS, StateLocator.FOLDER + "/" + document, facts)
              || isThere(RECORDS, RECORDED + "/" + document, facts);
      if (document.isEmpty() || !known) {
        diagnostics.add(
            new FileDiagnostic(
                Diagnostic.Severity.NOTE,
                "orphan-archive",
                archive.path() + " is an archive of a run that is not there any more",
                "Delete it when you no longer need it."));
      }
    }
    return diagnostics;
  }

  /// Returns which document an archive `NAME-STAMP.json.gz` or `NAME-STAMP-2.json.gz` is a copy of;
  /// empty if it is none.
  private static String documentOf(String path) {
    var name = path.substring(FOLDER.length() + 1);
    if (!name.endsWith(END)) {
      return "";
    }
    var stem = name.substring(0, name.length() - END.length());
    int stamp = stem.lastIndexOf('-');
    if (stamp > 0 && stem.charAt(stamp - 1) == 'Z' && isNumber(stem.substring(stamp + 1))) {
      stamp = stem.lastIndexOf('-', stamp - 1);
    }
    return stamp < 1 ? "" : stem.substring(0, stamp) + ".json";
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isThere(FactQuery<List<FileFact>> folder, String path, Facts facts) {
    for (var file : facts.get(folder).orElse(List.of())) {
      if (file.path().equals(path)) {
        return true;
      }
    }
    return false;
  }
}
