package dev.tidemark.dialects.flow.format;

/// Next actions of the workflow, named as in T-003-D.
public enum ResumeAction {
  /// The phase is complete; the next one is examined.
  ADVANCE,
  /// Have the requirements written.
  SPAWN_PM,
  /// Let the user choose between the designs there are.
  PRESENT_OPTIONS,
  /// Have the final design made of the designs.
  SPAWN_ROUNDTABLE,
  /// Have designs made.
  SPAWN_ARCHITECTS,
  /// Determine the state of the running tasks; then [#CONTINUE_EXECUTION].
  RECOVER_TASKS,
  /// Continue the tasks.
  CONTINUE_EXECUTION,
  /// Have the tasks planned and begun.
  SPAWN_EXECUTOR,
  /// Have the outcome verified.
  SPAWN_QA,
  /// Nothing is left to do.
  WORKFLOW_COMPLETE,
  /// Have the reflection written.
  SPAWN_REFLECTOR,
  /// Wait for the user's approval of a phase.
  AWAIT_APPROVAL
}
