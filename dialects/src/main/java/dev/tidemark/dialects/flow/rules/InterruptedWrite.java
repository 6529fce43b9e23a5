package dev.tidemark.dialects.flow.rules;

import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowValidator;
import dev.tidemark.dialects.flow.task.JsonTrees;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Remains of an interrupted write in `phase.json.tmp` (R-003-22).
///
/// @param exists whether there is such a file
/// @param checkpoint its content, as if the write had completed; absent unless it is valid
record InterruptedWrite(boolean exists, @Nullable FlowCheckpoint checkpoint) {
  static InterruptedWrite of(FlowContext flowContext) {
    var factTracker = flowContext.inquiry();
    if (!factTracker.exists(FlowLocator.PASSAGE)) {
      return new InterruptedWrite(false, null);
    }
    // Beside a readable document it is obsolete.
    var text =
        flowContext.before() == null ? factTracker.text(FlowLocator.PASSAGE).orElse(null) : null;
    return new InterruptedWrite(true, text == null ? null : valid(text));
  }

  private static @Nullable FlowCheckpoint valid(String text) {
    try {
      var whole = JsonTrees.flagged(text, true);
      var checkpoint = new FlowFormat().decode(FlowLocator.ID, whole).checkpoint();
      return FlowValidator.of(checkpoint.root()).equals(List.of()) ? checkpoint : null;
    } catch (FormatException damaged) {
      return null;
    }
  }
}
