package dev.tidemark.dialects.phase.format;

import java.util.List;

/// Front matter keys, as documents spell them (T-000-B).
public final class PhaseKeys {
  public static final String COMPLETED_PHASE = "completed_phase";
  public static final String COMPLETED_AT = "completed_at";
  public static final String NEXT_PHASE = "next_phase";
  public static final String NEXT_COMMAND = "next_command";
  public static final String BRANCH = "branch";
  public static final String ACTIVE_SPEC = "active_spec";
  public static final String REVIEW_STATUS = "review_status";
  public static final String PLAN_STATUS = "plan_status";
  public static final String STEP_PROGRESS = "step_progress";
  public static final String CLEAR_RECOMMENDED = "clear_recommended";
  public static final String CLEAR_REASON = "clear_reason";

  /// All keys, in the order in which they are written.
  public static final List<String> ORDER =
      List.of(
          COMPLETED_PHASE,
          COMPLETED_AT,
          NEXT_PHASE,
          NEXT_COMMAND,
          BRANCH,
          ACTIVE_SPEC,
          REVIEW_STATUS,
          PLAN_STATUS,
          STEP_PROGRESS,
          CLEAR_RECOMMENDED,
          CLEAR_REASON);

  private PhaseKeys() {}

  /// Returns whether every checkpoint has the key.
  public static boolean isRequired(String key) {
    return !key.equals(REVIEW_STATUS) && !key.equals(PLAN_STATUS) && !key.equals(STEP_PROGRESS);
  }
}
