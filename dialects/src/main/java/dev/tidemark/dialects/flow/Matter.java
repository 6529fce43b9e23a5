package dev.tidemark.dialects.flow;

import dev.tidemark.workflow.Ask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a change is judged by.
///
/// @param before the workflow as it stands; absent if it has no readable document
/// @param inquiry what else is known
/// @param settings what the project has chosen
record Matter(@Nullable FlowCheckpoint before, Inquiry inquiry, FlowSettings settings) {
  /// Returns the tasks.
  TasksReading tasks() {
    return inquiry.tasks();
  }

  /// Returns why the document cannot be read; empty if it can, or if there is none.
  String damage() {
    return before != null
        ? ""
        : inquiry.fact(Ask.Damage.PROBLEM).orElse(Optional.empty()).orElse("");
  }

  /// Returns whether the user has to approve a phase and has not.
  boolean awaits(Stage stage, FlowCheckpoint checkpoint) {
    return settings.approvals().contains(stage) && !checkpoint.isApproved(stage);
  }
}
