package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.PhaseStatus;
import org.jspecify.annotations.Nullable;

/// Progress words of the current phase.
public enum FlowProgress {
  PENDING("pending", PhaseStatus.PENDING),
  IN_PROGRESS("in_progress", PhaseStatus.IN_PROGRESS),
  /// The phase before is done, and the current one not begun; of the last phase, that it is done.
  COMPLETE("complete", PhaseStatus.PENDING),
  FAILED("failed", PhaseStatus.FAILED);

  /// All words, for messages.
  static final String ALL = "pending, in_progress, complete, failed";

  private final String word;
  private final PhaseStatus meaning;

  FlowProgress(String word, PhaseStatus meaning) {
    this.word = word;
    this.meaning = meaning;
  }

  /// Returns the word as documents have it.
  public String word() {
    return word;
  }

  /// Returns the status of a phase that is not among the completed ones.
  PhaseStatus meaning() {
    return meaning;
  }

  /// Returns the progress of that word, or null if there is none.
  static @Nullable FlowProgress parse(@Nullable String word) {
    for (var flowProgress : values()) {
      if (flowProgress.word.equals(word)) {
        return flowProgress;
      }
    }
    return null;
  }
}
