package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.text.EnumWord;
import org.jspecify.annotations.Nullable;

/// Progress words of the current phase.
public enum FlowProgress implements EnumWord {
  PENDING(PhaseStatus.PENDING),
  IN_PROGRESS(PhaseStatus.IN_PROGRESS),
  /// The phase before is done, and the current one not begun; of the last phase, that it is done.
  COMPLETE(PhaseStatus.PENDING),
  FAILED(PhaseStatus.FAILED);

  /// All words, for messages.
  static final String ALL = "pending, in_progress, complete, failed";

  private final PhaseStatus meaning;

  FlowProgress(PhaseStatus meaning) {
    this.meaning = meaning;
  }

  /// Returns the status of a phase that is not among the completed ones.
  PhaseStatus meaning() {
    return meaning;
  }

  /// Returns the progress of that word, or null if there is none.
  static @Nullable FlowProgress parse(@Nullable String word) {
    return EnumWord.find(values(), word);
  }
}
