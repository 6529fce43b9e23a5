package dev.tidemark.dialects.flow.format;

import java.util.List;

/// JSON keys of both documents.
public final class FlowKeys {
  public static final String WORKFLOW_ID = "workflow_id";
  public static final String STARTED_AT = "started_at";
  public static final String LAST_UPDATED = "last_updated";
  public static final String CURRENT_PHASE = "current_phase";
  public static final String PHASE_STATUS = "phase_status";
  public static final String COMPLETED_PHASES = "completed_phases";
  public static final String USER_CHECKPOINTS = "user_checkpoints";
  public static final String INTERRUPTION_SAFE = "interruption_safe";

  /// An extension of this program: the outputs that existed before the workflow began.
  public static final String BASELINE = "baseline";

  public static final String PHASE = "phase";
  public static final String COMPLETED_AT = "completed_at";
  public static final String OUTPUT = "output";
  public static final String APPROVED_AT = "approved_at";

  public static final String PATH = "path";
  public static final String SIZE = "size";
  public static final String SHA256 = "sha256";

  public static final String TASKS = "tasks";
  public static final String ID = "id";

  /// In an output: the task that it is of.
  public static final String TASK_ID = "task_id";

  public static final String STATUS = "status";
  public static final String ATTEMPTS = "attempts";
  public static final String DESCRIPTION = "description";
  static final String DEPENDS_ON = "depends_on";
  public static final String LAST_ERROR = "last_error";
  public static final String FAILURE_REASON = "failure_reason";
  public static final String BLOCKED_REASON = "blocked_reason";

  /// The keys of `phase.json`, in the order of new documents (T-003-B).
  public static final List<String> OF_PHASE =
      List.of(
          WORKFLOW_ID,
          STARTED_AT,
          LAST_UPDATED,
          CURRENT_PHASE,
          PHASE_STATUS,
          COMPLETED_PHASES,
          USER_CHECKPOINTS,
          INTERRUPTION_SAFE);

  /// Those of them that documents of other tools have too.
  static final List<String> TIMES = List.of(STARTED_AT, LAST_UPDATED);

  private FlowKeys() {}
}
