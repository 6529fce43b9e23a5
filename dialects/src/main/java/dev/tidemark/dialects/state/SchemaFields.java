package dev.tidemark.dialects.state;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The names of the schema's fields, and the order they are published in (T-002-A to T-002-D).
final class SchemaFields {
  static final String COMMAND = "command";
  static final String FEATURE = "feature";
  static final String VERSION = "version";
  static final String HEAD_COMMIT = "head_commit";
  static final String STARTED_AT = "started_at";
  static final String UPDATED_AT = "updated_at";
  static final String COMPLETED_AT = "completed_at";
  static final String STATE = "state";
  static final String PHASES = "phases";
  static final String GATE = "gate";

  static final String SHIP_ALLOWED = "ship_allowed";
  static final String BLOCKERS = "blockers";

  /// An extension of this program: the ship gate was overridden.
  static final String GATE_OVERRIDE = "gate_override";

  static final String CURRENT_PHASE = "current_phase";
  static final String COMPLETED_PHASES = "completed_phases";
  static final String PENDING_PHASES = "pending_phases";
  static final String CURRENT_TASK = "current_task";

  static final String STATUS = "status";
  static final String CONTEXT_SUMMARY = "context_summary";
  static final String FILES_CREATED = "files_created";
  static final String FILES_MODIFIED = "files_modified";
  static final String ERROR = "error";

  /// An extension of this program: decisions made in a phase. The schema is open, so other tools
  /// carry it along.
  static final String DECISIONS = "decisions";

  /// An extension of this program: the goal of the run, in the user's own words.
  static final String GOAL = "goal";

  /// An extension of this program, in a phase: its title in the plan.
  static final String TITLE = "title";

  /// An extension of this program, in a phase: notes about work in progress. Arrays of texts, but
  /// for the next action.
  static final String NOTES = "notes";

  static final String TRIED = "tried";
  static final String NEXT_ACTION = "next_action";
  static final String BLOCKED_BY = "blocked_by";
  static final String OPEN_QUESTIONS = "open_questions";

  /// For workers that split a phase: a map from task to its state.
  static final String TASKS = "tasks";

  /// T-002-A.
  static final List<String> DOCUMENT_ORDER =
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

  /// T-002-C.
  static final List<String> PHASE_ORDER =
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
  static final String DESCRIPTION = "description";

  /// An extension of this program, in a task: the reason of its failure or block.
  static final String REASON = "reason";

  private SchemaFields() {}

  /// Returns the object with the value under that key: in its place if it has one, else right after
  /// the nearest key that comes before it in the given order, or first if there is none.
  static JsonObject insert(JsonObject object, String key, Json value, List<String> order) {
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
