package dev.tidemark.dialects.flow.format;

import org.jspecify.annotations.Nullable;

/// Status words of tasks (T-003-C).
public enum FlowTaskStatus {
  PENDING("pending", false),
  RUNNING("running", false),
  PRE_COMPLETE("pre_complete", true),
  COMPLETE("complete", true),
  /// Another word for complete.
  VERIFIED("verified", true),
  BLOCKED("blocked", false),
  FAILED("failed", false);

  /// All words, for messages.
  public static final String ALL =
      "pending, running, pre_complete, complete, verified, blocked, failed";

  private final String word;
  private final boolean done;

  FlowTaskStatus(String word, boolean done) {
    this.word = word;
    this.done = done;
  }

  /// Returns the word as documents have it.
  public String word() {
    return word;
  }

  /// Returns whether there must be an output.
  public boolean isDone() {
    return done;
  }

  /// Returns whether a task's own output may have this status.
  public boolean isResult() {
    return this != PENDING && this != RUNNING;
  }

  /// Returns the status of that word, or null if there is none.
  public static @Nullable FlowTaskStatus parse(@Nullable String word) {
    for (var status : values()) {
      if (status.word.equals(word)) {
        return status;
      }
    }
    return null;
  }
}
