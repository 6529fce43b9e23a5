package dev.tidemark.dialects.flow;

import java.util.List;

/// JSON keys of both documents.
final class FlowKeys {
  static final String WORKFLOW_ID = "workflow_id";
  static final String STARTED_AT = "started_at";
  static final String LAST_UPDATED = "last_updated";
  static final String CURRENT_PHASE = "current_phase";
  static final String PHASE_STATUS = "phase_status";
  static final String COMPLETED_PHASES = "completed_phases";
  static final String USER_CHECKPOINTS = "user_checkpoints";
  static final String INTERRUPTION_SAFE = "interruption_safe";

  /// An extension of this program: the outputs that existed before the workflow began.
  static final String BASELINE = "baseline";

  static final String PHASE = "phase";
  static final String COMPLETED_AT = "completed_at";
  static final String OUTPUT = "output";
  static final String APPROVED_AT = "approved_at";

  static final String PATH = "path";
  static final String SIZE = "size";
  static final String SHA256 = "sha256";

  static final String TASKS = "tasks";
  static final String ID = "id";
  static final String STATUS = "status";
  static final String ATTEMPTS = "attempts";
  static final String DESCRIPTION = "description";
  static final String DEPENDS_ON = "depends_on";
  static final String LAST_ERROR = "last_error";
  static final String FAILURE_REASON = "failure_reason";
  static final String BLOCKED_REASON = "blocked_reason";

  /// The keys of `phase.json`, in the order of new documents (T-003-B).
  static final List<String> OF_PHASE =
      List.of(
          WORKFLOW_ID,
          STARTED_AT,
          LAST_UPDATED,
          CURRENT_PHASE,
          PHASE_STATUS,
          COMPLETED_PHASES,
          USER_CHECKPOINTS,
          INTERRUPTION_SAFE);

  private FlowKeys() {}
}
