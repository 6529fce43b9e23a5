package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.policy.CommandLines;

/// Validates a plan file and gives the reason if it is unusable.
public final class PlanFile {
  private PlanFile() {}

  /// Returns the remedy for a missing plan: only a start takes one.
  public static String hint(CheckpointId id) {
    return "Name the plan document: tidemark start "
        + CommandLines.word(id.toString())
        + " --plan FILE";
  }

  /// Returns the blocker of an unusable plan.
  ///
  /// @param path where it should be, from the project root
  /// @param facts the fact of its text and, if it is missing, of whether another entry has that
  ///   name
  public static Blocker missing(CheckpointId id, String path, Facts facts) {
    var hint = hint(id);
    var named = path.isEmpty() ? "." : path;
    var text = facts.get(FactQuery.fileText(path));
    if (!text.isKnown()) {
      return unreadable(text.reason(), hint);
    }
    var exists = FactQuery.exists(path);
    return facts.has(exists) && facts.get(exists).orElse(false)
        ? unreadable(named + " is a folder or a device", hint)
        : Blocker.refused("no-plan", "there is no plan " + named, hint);
  }

  private static Blocker unreadable(String why, String hint) {
    return Blocker.refused("unreadable-plan", "the plan cannot be read: " + why, hint);
  }
}
