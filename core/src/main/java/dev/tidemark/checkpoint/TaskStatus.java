package dev.tidemark.checkpoint;

import dev.tidemark.text.EnumWord;
import org.jspecify.annotations.Nullable;

/// The status of a [PlannedTask], whatever the word for it in the checkpoint file.
public enum TaskStatus implements EnumWord {
  /// Not begun.
  PENDING,
  /// Being worked on.
  IN_PROGRESS,
  /// Done.
  COMPLETE,
  /// Tried, and failed.
  FAILED,
  /// Cannot be worked on until something else happens.
  BLOCKED,
  /// Left out on purpose.
  SKIPPED;

  /// Returns whether work on the task is over.
  public boolean isDone() {
    return this == COMPLETE || this == SKIPPED;
  }

  /// Returns the status for a word in a checkpoint file: a standard word or a usual synonym;
  /// pending if the word is absent or unknown.
  public static TaskStatus of(@Nullable String word) {
    return switch (word == null ? "" : word) {
      case "in_progress", "running" -> IN_PROGRESS;
      case "complete", "completed", "done", "verified", "pre_complete" -> COMPLETE;
      case "failed" -> FAILED;
      case "blocked" -> BLOCKED;
      case "skipped" -> SKIPPED;
      default -> PENDING;
    };
  }
}
