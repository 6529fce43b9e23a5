package dev.tidemark.dialects.flow;

/// Decision table for resuming an interrupted phase, by the status of its outputs: T-003-D.
final class ResumeTable {
  private ResumeTable() {}

  static Action decide(Stage stage, Sight sight) {
    return switch (stage) {
      case REQUIREMENTS -> sight.output() ? Action.ADVANCE : Action.SPAWN_PM;
      case ARCHITECTURE -> {
        if (sight.output()) {
          yield Action.ADVANCE;
        }
        if (!sight.designs()) {
          yield Action.SPAWN_ARCHITECTS;
        }
        yield sight.approved() ? Action.SPAWN_ROUNDTABLE : Action.PRESENT_OPTIONS;
      }
      case IMPLEMENTATION -> sight.output() ? Action.RECOVER_TASKS : Action.SPAWN_EXECUTOR;
      case VERIFICATION -> sight.output() ? Action.ADVANCE : Action.SPAWN_QA;
      case REFLECTION -> sight.output() ? Action.WORKFLOW_COMPLETE : Action.SPAWN_REFLECTOR;
    };
  }

  /// Returns why, in one sentence.
  static String reason(Action action, Sight sight) {
    return switch (action) {
      case ADVANCE, WORKFLOW_COMPLETE -> sight.file() + " is there";
      case SPAWN_PM, SPAWN_EXECUTOR, SPAWN_QA, SPAWN_REFLECTOR ->
          sight.file() + " is missing, or not of this workflow";
      case SPAWN_ARCHITECTS -> "there are no designs";
      case PRESENT_OPTIONS -> "there are designs, and the user has approved none";
      case SPAWN_ROUNDTABLE -> "the designs are approved, and there is no final design";
      case RECOVER_TASKS, CONTINUE_EXECUTION -> sight.file() + " has the tasks";
      case AWAIT_APPROVAL -> "the user has not approved the outcome";
    };
  }
}
