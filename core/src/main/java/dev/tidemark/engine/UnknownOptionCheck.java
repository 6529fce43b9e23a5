package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.util.ArrayList;
import java.util.List;

/// Check for options that only another dialect supports.
final class UnknownOptionCheck {
  private UnknownOptionCheck() {}

  static <C extends Checkpoint> Refusal<C> refusal(String dialect, List<String> words) {
    var blockers = new ArrayList<Blocker>();
    for (var word : words) {
      blockers.add(
          Blocker.refused(
              "not-in-dialect",
              "--" + word + " does not exist in the format " + dialect,
              "Leave it out; the options of each format: tidemark help formats"));
    }
    return new Refusal<>(blockers, List.of());
  }
}
