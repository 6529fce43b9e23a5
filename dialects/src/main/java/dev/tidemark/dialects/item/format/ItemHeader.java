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
/// @param progress where it stands
public record ItemHeader(
    String command,
    String item,
    String branch,
    String started,
    String updated,
    String status,
    Progress progress) {
  public static final String COMMAND = "command";
  public static final String ITEM = "item";
  public static final String BRANCH = "branch";
  public static final String STARTED = "started";
  public static final String UPDATED = "updated";
  public static final String STATUS = "status";
  public static final String CURRENT_PHASE = "current_phase";
  public static final String TOTAL_PHASES = "total_phases";

  /// Progress of a run in numbers of phases.
  ///
  /// @param current the phase in progress; the last one when all are done
  /// @param total the highest number of all phases
  public record Progress(String current, String total) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Progress that
          && current.equals(that.current)
          && total.equals(that.total);
    }

    @Override
    public int hashCode() {
      return current.hashCode() * 31 + total.hashCode();
    }
  }

  public ItemHeader updated(String now) {
    return new ItemHeader(command, item, branch, started, now, status, progress);
  }

  public ItemHeader at(Progress now) {
    return new ItemHeader(command, item, branch, started, updated, status, now);
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
        && progress.equals(that.progress);
  }

  @Override
  public int hashCode() {
    return (command.hashCode() * 31 + item.hashCode()) * 31 + updated.hashCode();
  }
}
