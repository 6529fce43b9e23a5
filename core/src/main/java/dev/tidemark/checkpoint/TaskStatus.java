package dev.tidemark.checkpoint;

import org.jspecify.annotations.Nullable;

/// The status of a [PlannedTask], whatever the word for it in the checkpoint file.
public enum TaskStatus {
  /// Not begun.
  PENDING("pending"),
  /// Being worked on.
  IN_PROGRESS("in_progress"),
  /// Done.
  COMPLETE("complete"),
  /// Tried, and failed.
  FAILED("failed"),
  /// Cannot be worked on until something else happens.
  BLOCKED("blocked"),
  /// Left out on purpose.
  SKIPPED("skipped");

  private final String word;

  TaskStatus(String word) {
    this.word = word;
  }

  /// Returns the word for it in JSON and on screens.
  public String word() {
    return word;
  }

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
