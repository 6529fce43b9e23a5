package dev.tidemark.dialects.flow.rules;

import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.ResumeAction;

/// Decision table for resuming an interrupted phase, by the status of its outputs: T-003-D.
public final class ResumeTable {
  private ResumeTable() {}

  public static ResumeAction decide(FlowPhase flowPhase, OutputStatus outputStatus) {
    return switch (flowPhase) {
      case REQUIREMENTS -> outputStatus.output() ? ResumeAction.ADVANCE : ResumeAction.SPAWN_PM;
      case ARCHITECTURE -> {
        if (outputStatus.output()) {
          yield ResumeAction.ADVANCE;
        }
        if (!outputStatus.designs()) {
          yield ResumeAction.SPAWN_ARCHITECTS;
        }
        yield outputStatus.approved()
            ? ResumeAction.SPAWN_ROUNDTABLE
            : ResumeAction.PRESENT_OPTIONS;
      }
      case IMPLEMENTATION ->
          outputStatus.output() ? ResumeAction.RECOVER_TASKS : ResumeAction.SPAWN_EXECUTOR;
      case VERIFICATION -> outputStatus.output() ? ResumeAction.ADVANCE : ResumeAction.SPAWN_QA;
      case REFLECTION ->
          outputStatus.output() ? ResumeAction.WORKFLOW_COMPLETE : ResumeAction.SPAWN_REFLECTOR;
    };
  }

  /// Returns why, in one sentence.
  public static String reason(ResumeAction resumeAction, OutputStatus outputStatus) {
    return switch (resumeAction) {
      case ADVANCE, WORKFLOW_COMPLETE -> outputStatus.file() + " is there";
      case SPAWN_PM, SPAWN_EXECUTOR, SPAWN_QA, SPAWN_REFLECTOR ->
          outputStatus.file() + " is missing, or not of this workflow";
      case SPAWN_ARCHITECTS -> "there are no designs";
      case PRESENT_OPTIONS -> "there are designs, and the user has approved none";
      case SPAWN_ROUNDTABLE -> "the designs are approved, and there is no final design";
      case RECOVER_TASKS, CONTINUE_EXECUTION -> outputStatus.file() + " has the tasks";
      case AWAIT_APPROVAL -> "the user has not approved the outcome";
    };
  }
}
