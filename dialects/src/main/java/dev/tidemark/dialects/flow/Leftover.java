package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.FormatException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Remains of an interrupted write in `phase.json.tmp` (R-003-22).
///
/// @param exists whether there is such a file
/// @param checkpoint its content, as if the write had completed; absent unless it is valid
record Leftover(boolean exists, @Nullable FlowCheckpoint checkpoint) {
  static Leftover of(Matter matter) {
    var inquiry = matter.inquiry();
    if (!inquiry.exists(FlowPlace.PASSAGE)) {
      return new Leftover(false, null);
    }
    // Beside a readable document it is obsolete.
    var text = matter.before() == null ? inquiry.text(FlowPlace.PASSAGE).orElse(null) : null;
    return new Leftover(true, text == null ? null : valid(text));
  }

  private static @Nullable FlowCheckpoint valid(String text) {
    try {
      var whole = Trees.flagged(text, true);
      var checkpoint = new FlowFormat().decode(FlowPlace.ID, whole).checkpoint();
      return FlowValidator.of(checkpoint.root()).equals(List.of()) ? checkpoint : null;
    } catch (FormatException damaged) {
      return null;
    }
  }
}
