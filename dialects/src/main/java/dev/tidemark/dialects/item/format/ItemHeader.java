package dev.tidemark.dialects.item.format;

import org.jspecify.annotations.Nullable;

/// Front matter fields with the spelling of the document; a missing field is empty.
///
/// @param command the command of these phases
/// @param item its item, as the user named it
/// @param branch the branch at the creation of the checkpoint
/// @param started when the command began
/// @param updated when anything last changed
/// @param status `in_progress`
/// @param currentPhase the number of the phase in progress; of the last one when all are done
/// @param totalPhases the highest number of all phases
public record ItemHeader(
    String command,
    String item,
    String branch,
    String started,
    String updated,
    String status,
    String currentPhase,
    String totalPhases) {
  public static final String COMMAND = "command";
  public static final String ITEM = "item";
  public static final String BRANCH = "branch";
  public static final String STARTED = "started";
  public static final String UPDATED = "updated";
  public static final String STATUS = "status";
  public static final String CURRENT_PHASE = "current_phase";
  public static final String TOTAL_PHASES = "total_phases";

  public ItemHeader updated(String now) {
    return new ItemHeader(command, item, branch, started, now, status, currentPhase, totalPhases);
  }

  /// Returns the header of a run at a phase.
  public ItemHeader atPhase(String current, String total) {
    return new ItemHeader(command, item, branch, started, updated, status, current, total);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemHeader that
        && command.equals(that.command)
        && item.equals(that.item)
        && branch.equals(that.branch)
        && started.equals(that.started)
        && updated.equals(that.updated)
        && status.equals(that.status)
        && currentPhase.equals(that.currentPhase)
        && totalPhases.equals(that.totalPhases);
  }

  @Override
  public int hashCode() {
    return (command.hashCode() * 31 + item.hashCode()) * 31 + updated.hashCode();
  }
}
