package dev.tidemark.dialects.state;

import static dev.tidemark.dialect.Finding.Severity.ERROR;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.dialect.Ailment;
import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.FindingList;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateConsistency;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.format.StateFormat1;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.dialects.state.format.StatusWord;
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
  private static final FactQuery<List<FileFact>> ARCHIVES = new FactQuery.Files(FOLDER);
  private static final FactQuery<List<FileFact>> DOCUMENTS =
      new FactQuery.Files(StateLocator.FOLDER);

  /// A run whose document was archived still has a journal.
  private static final String RECORDED = ".tidemark/journal/state";

  private static final FactQuery<List<FileFact>> RECORDS = new FactQuery.Files(RECORDED);
  private static final String END = ".json.gz";

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

  /// Returns the problems of a tree.
  List<Finding> findings(JsonObject root) {
    var findingList = new FindingList();
    top(root, findingList);
    var state = findingList.object("$", root, SchemaFields.STATE, true);
    if (state != null) {
      state(state, findingList);
    }
    var phases = findingList.object("$", root, SchemaFields.PHASES, true);
    if (phases != null) {
      for (var member : phases.members()) {
        phase(FindingList.path("$.phases", member.key()), member.value(), limit(root), findingList);
      }
    }
    var gate = findingList.object("$", root, SchemaFields.GATE, false);
    if (gate != null) {
      gate(gate, findingList);
    }
    new StateConsistency(root, findingList).check();
    return findingList.inOrder();
  }

  private void top(JsonObject root, FindingList findingList) {
    var command = root.find(SchemaFields.COMMAND);
    if (!(command instanceof JsonString name) || name.value().isEmpty()) {
      findingList.error("$.command", "must be the name of a command", command, root);
    } else if (workflows.find(name.value()) == null) {
      findingList.warning(
          "$.command", "is usually one of " + String.join(", ", workflows.names()), command, root);
    }
    findingList.stringOrNull("$", root, SchemaFields.FEATURE);
    var version = root.find(SchemaFields.VERSION);
    if (!(version instanceof JsonNumber) || !StateFormat.isVersion(root, StateFormat1.VERSION)) {
      findingList.error("$.version", "must be the number 1", version, root);
    }
    var commit = root.find(SchemaFields.HEAD_COMMIT);
    if (commit instanceof JsonString text && !isCommit(text.value())) {
      findingList.error("$.head_commit", "must be 40 or 64 hexadecimal digits", commit, root);
    } else {
      findingList.stringOrNull("$", root, SchemaFields.HEAD_COMMIT);
    }
    time("$", root, SchemaFields.STARTED_AT, findingList);
    time("$", root, SchemaFields.UPDATED_AT, findingList);
    time("$", root, SchemaFields.COMPLETED_AT, findingList);
  }

  private void state(JsonObject state, FindingList findingList) {
    if (state.has(SchemaFields.CURRENT_PHASE)) {
      findingList.stringOrNull("$.state", state, SchemaFields.CURRENT_PHASE);
    } else {
      findingList.error("$.state.current_phase", STRING_OR_NULL, null, state);
    }
    findingList.strings("$.state", state, SchemaFields.COMPLETED_PHASES, true);
    findingList.strings("$.state", state, SchemaFields.PENDING_PHASES, true);
    findingList.string("$.state", state, SchemaFields.CURRENT_TASK);
    var task = state.string(SchemaFields.CURRENT_TASK);
    if (task != null && !isTask(task)) {
      var value = state.find(SchemaFields.CURRENT_TASK);
      findingList.warning("$.state.current_task", "is usually like T002", value, state);
    }
    var objection = DocumentLimits.objection(state, usual);
    if (!objection.isEmpty()) {
      var value = state.find(SchemaFields.CONTEXT_SUMMARY);
      findingList.warning("$.state.context_summary", objection, value, state);
    }
  }

  private static void phase(String path, Json value, SummaryLimit limit, FindingList findingList) {
    if (!(value instanceof JsonObject entry)) {
      findingList.error(path, "must be an object", value, null);
      return;
    }
    var status = entry.find(SchemaFields.STATUS);
    if (!(status instanceof JsonString word) || StatusWord.parse(word.value()) == null) {
      findingList.error(path + ".status", "must be one of " + StatusWord.ALL, status, entry);
    }
    time(path, entry, SchemaFields.STARTED_AT, findingList);
    time(path, entry, SchemaFields.UPDATED_AT, findingList);
    findingList.string(path, entry, SchemaFields.CONTEXT_SUMMARY);
    var objection =
        entry.string(SchemaFields.CONTEXT_SUMMARY) == null
            ? ""
            : DocumentLimits.objection(entry, limit);
    if (!objection.isEmpty()) {
      var summary = entry.find(SchemaFields.CONTEXT_SUMMARY);
      findingList.error(path + ".context_summary", objection, summary, entry);
    }
    findingList.strings(path, entry, SchemaFields.FILES_CREATED, false);
    findingList.strings(path, entry, SchemaFields.FILES_MODIFIED, false);
    findingList.string(path, entry, SchemaFields.ERROR);
  }

  private static void gate(JsonObject gate, FindingList findingList) {
    var allowed = gate.find("ship_allowed");
    if (!(allowed instanceof JsonBoolean)) {
      findingList.error("$.gate.ship_allowed", "must be true or false", allowed, gate);
    }
    findingList.strings("$.gate", gate, "blockers", true);
    findingList.string("$.gate", gate, SchemaFields.HEAD_COMMIT);
  }

  private static void time(String path, JsonObject object, String key, FindingList findingList) {
    var value = object.find(key);
    if (value == null) {
      return;
    }
    var text = value instanceof JsonString string ? string.value() : null;
    var where = FindingList.path(path, key);
    if (text == null || Timestamps.parse(text).isEmpty()) {
      findingList.error(where, "must be a date and time with zone, in ISO 8601", value, object);
    } else if (!isUsual(text)) {
      findingList.warning(where, "is usually in UTC with three digits of a second", value, object);
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
  public List<FactQuery<?>> asks(Facts known) {
    return List.of(ARCHIVES, DOCUMENTS, RECORDS);
  }

  @Override
  public List<Ailment> examine(Facts facts) {
    var ailments = new ArrayList<Ailment>();
    for (var archive : facts.get(ARCHIVES).orElse(List.of())) {
      var document = documentOf(archive.path());
      boolean known =
          isThere(DOCUMENTS, StateLocator.FOLDER + "/" + document, facts)
              || isThere(RECORDS, RECORDED + "/" + document, facts);
      if (document.isEmpty() || !known) {
        ailments.add(
            new Ailment(
                Ailment.Weight.NOTE,
                "orphan-archive",
                archive.path() + " is an archive of a run that is not there any more",
                "Delete it when you no longer need it."));
      }
    }
    return ailments;
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
