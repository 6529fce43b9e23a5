package dev.tidemark.checkpoint;

import org.jspecify.annotations.Nullable;

/// Task: a piece of work within a phase.
///
/// @param id identifies the task within its phase, for example `T002`
/// @param phase the phase that it is a part of
/// @param word the status in the word of the checkpoint file
/// @param status the status
/// @param description the work to be done; empty if it is not recorded
/// @param reason why the task failed or is blocked; absent if that is not recorded
public record PlannedTask(
    String id,
    PhaseName phase,
    String word,
    TaskStatus status,
    String description,
    @Nullable String reason) {
  /// Takes a task in the words of a checkpoint file.
  public static PlannedTask of(String id, PhaseName phase, String word, String description) {
    return new PlannedTask(id, phase, word, TaskStatus.of(word), description, null);
  }

  /// Returns the same task with another status.
  ///
  /// @param why why it failed or is blocked; absent if that was not stated
  public PlannedTask with(TaskStatus other, @Nullable String why) {
    return new PlannedTask(id, phase, other.word(), other, description, why);
  }

  /// Returns the same task in another phase.
  public PlannedTask in(PhaseName other) {
    return new PlannedTask(id, other, word, status, description, reason);
  }

  /// Returns whether another task has the same id and phase.
  public boolean isSame(PlannedTask other) {
    return id.equals(other.id) && phase.equals(other.phase);
  }

  /// Returns id and description, one line: `T002 Add the index`; once where both are the same.
  public String title() {
    return description.isEmpty() || description.equals(id) ? id : id + " " + description;
  }
}
