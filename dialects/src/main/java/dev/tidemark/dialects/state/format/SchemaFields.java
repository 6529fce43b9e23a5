package dev.tidemark.dialects.state.format;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The names of the schema's fields, and the order they are published in (T-002-A to T-002-D).
public final class SchemaFields {
  public static final String COMMAND = "command";
  public static final String FEATURE = "feature";
  public static final String VERSION = "version";
  public static final String HEAD_COMMIT = "head_commit";
  public static final String STARTED_AT = "started_at";
  public static final String UPDATED_AT = "updated_at";
  public static final String COMPLETED_AT = "completed_at";
  public static final String STATE = "state";
  public static final String PHASES = "phases";
  public static final String GATE = "gate";

  public static final String SHIP_ALLOWED = "ship_allowed";
  public static final String BLOCKERS = "blockers";

  /// An extension of this program: the ship gate was overridden.
  public static final String GATE_OVERRIDE = "gate_override";

  public static final String CURRENT_PHASE = "current_phase";
  public static final String COMPLETED_PHASES = "completed_phases";
  public static final String PENDING_PHASES = "pending_phases";
  public static final String CURRENT_TASK = "current_task";

  public static final String STATUS = "status";

  /// The five status words of a phase (T-002-E), as a message lists them.
  public static final String STATUSES = "pending, in_progress, complete, failed, skipped";

  public static final String CONTEXT_SUMMARY = "context_summary";
  public static final String FILES_CREATED = "files_created";
  public static final String FILES_MODIFIED = "files_modified";
  public static final String ERROR = "error";

  /// An extension of this program: decisions made in a phase. The schema is open, so other tools
  /// carry it along.
  public static final String DECISIONS = "decisions";

  /// An extension of this program: the goal of the run, in the user's own words.
  static final String GOAL = "goal";

  /// An extension of this program, in a phase: its title in the plan.
  public static final String TITLE = "title";

  /// An extension of this program, in a phase: notes about work in progress. Arrays of texts, but
  /// for the next action.
  public static final String NOTES = "notes";

  static final String TRIED = "tried";
  public static final String NEXT_ACTION = "next_action";
  public static final String BLOCKED_BY = "blocked_by";
  static final String OPEN_QUESTIONS = "open_questions";

  /// For workers that split a phase: a map from task to its state.
  public static final String TASKS = "tasks";

  /// T-002-A.
  public static final List<String> DOCUMENT_ORDER =
      List.of(
          COMMAND,
          FEATURE,
          GOAL,
          VERSION,
          HEAD_COMMIT,
          STARTED_AT,
          UPDATED_AT,
          COMPLETED_AT,
          STATE,
          PHASES,
          GATE);

  /// T-002-B.
  static final List<String> STATE_ORDER =
      List.of(CURRENT_PHASE, COMPLETED_PHASES, PENDING_PHASES, CURRENT_TASK);

  /// T-002-C.
  public static final List<String> PHASE_ORDER =
      List.of(
          TITLE,
          STATUS,
          STARTED_AT,
          UPDATED_AT,
          CONTEXT_SUMMARY,
          FILES_CREATED,
          FILES_MODIFIED,
          ERROR,
          DECISIONS,
          NOTES,
          TRIED,
          NEXT_ACTION,
          BLOCKED_BY,
          OPEN_QUESTIONS);

  /// For a task: the work to be done.
  public static final String DESCRIPTION = "description";

  /// An extension of this program, in a task: the reason of its failure or block.
  public static final String REASON = "reason";

  /// An extension of this program, in a task: false if the task is not of the plan of the run.
  static final String PLANNED = "planned";

  private SchemaFields() {}

  /// Returns whether a task was added to the run, or is left of an earlier plan.
  public static boolean isUnplanned(JsonObject task) {
    return task.find(PLANNED) instanceof JsonBoolean planned && !planned.value();
  }

  /// Returns a task marked as not of the plan.
  public static JsonObject unplanned(JsonObject task) {
    return task.with(PLANNED, JsonBoolean.of(false));
  }

  /// Returns a task of the plan.
  public static JsonObject planned(JsonObject task) {
    return task.without(PLANNED);
  }

  /// Returns the object with the value under that key: in its place if it has one, else right after
  /// the nearest key that comes before it in the given order, or first if there is none.
  public static JsonObject insert(JsonObject object, String key, Json value, List<String> order) {
    if (object.has(key)) {
      return object.with(key, value);
    }
    var members = new ArrayList<>(object.members());
    members.add(placeOf(key, object.members(), order), JsonMember.of(key, value));
    return JsonObject.of(members);
  }

  private static int placeOf(String key, List<JsonMember> members, List<String> order) {
    for (int before = order.indexOf(key) - 1; before >= 0; before--) {
      for (int i = members.size() - 1; i >= 0; i--) {
        if (members.get(i).key().equals(order.get(before))) {
          return i + 1;
        }
      }
    }
    return 0;
  }
}
