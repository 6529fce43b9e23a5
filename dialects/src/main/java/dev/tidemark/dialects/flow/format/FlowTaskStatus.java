package dev.tidemark.dialects.flow.format;

import dev.tidemark.text.EnumWord;
import org.jspecify.annotations.Nullable;

/// Status words of tasks (T-003-C).
public enum FlowTaskStatus implements EnumWord {
  PENDING(false),
  RUNNING(false),
  PRE_COMPLETE(true),
  COMPLETE(true),
  /// Another word for complete.
  VERIFIED(true),
  BLOCKED(false),
  FAILED(false);

  /// All words, for messages.
  public static final String ALL =
      "pending, running, pre_complete, complete, verified, blocked, failed";

  private final boolean done;

  FlowTaskStatus(boolean done) {
    this.done = done;
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
    return EnumWord.find(values(), word);
  }
}
