package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.ResumeAction;
import java.util.List;

/// Output status of a phase, and the next action that follows from it.
///
/// @param output whether its output is there, and usable
/// @param designs whether there are designs to choose from
/// @param approved whether the user has approved the phase
/// @param file the output, from the project root
/// @param options the designs
public record OutputStatus(
    boolean output, boolean designs, boolean approved, String file, List<String> options) {
  public OutputStatus {
    options = List.copyOf(options);
  }

  /// The status where only the output counts.
  static OutputStatus of(boolean output, String file) {
    return new OutputStatus(output, false, false, file, List.of());
  }

  /// Returns the next action in a phase with this status, as T-003-D has it.
  public ResumeAction action(FlowPhase flowPhase) {
    return switch (flowPhase) {
      case REQUIREMENTS -> output ? ResumeAction.ADVANCE : ResumeAction.SPAWN_PM;
      case ARCHITECTURE -> {
        if (output) {
          yield ResumeAction.ADVANCE;
        }
        if (!designs) {
          yield ResumeAction.SPAWN_ARCHITECTS;
        }
        yield approved ? ResumeAction.SPAWN_ROUNDTABLE : ResumeAction.PRESENT_OPTIONS;
      }
      case IMPLEMENTATION -> output ? ResumeAction.RECOVER_TASKS : ResumeAction.SPAWN_EXECUTOR;
      case VERIFICATION -> output ? ResumeAction.ADVANCE : ResumeAction.SPAWN_QA;
      case REFLECTION -> output ? ResumeAction.WORKFLOW_COMPLETE : ResumeAction.SPAWN_REFLECTOR;
    };
  }

  /// Returns the reason of an action, in one sentence.
  public String reason(ResumeAction resumeAction) {
    return switch (resumeAction) {
      case ADVANCE, WORKFLOW_COMPLETE -> file + " is there";
      case SPAWN_PM, SPAWN_EXECUTOR, SPAWN_QA, SPAWN_REFLECTOR ->
          file + " is missing, or not of this workflow";
      case SPAWN_ARCHITECTS -> "there are no designs";
      case PRESENT_OPTIONS -> "there are designs, and the user has approved none";
      case SPAWN_ROUNDTABLE -> "the designs are approved, and there is no final design";
      case RECOVER_TASKS, CONTINUE_EXECUTION -> file + " has the tasks";
      case AWAIT_APPROVAL -> "the user has not approved the outcome";
    };
  }
}
