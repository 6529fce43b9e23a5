package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.PhaseStatus;
import org.jspecify.annotations.Nullable;

/// The status words of the table of phases.
public enum ItemStatus {
  PENDING("pending", PhaseStatus.PENDING),
  IN_PROGRESS("in_progress", PhaseStatus.IN_PROGRESS),
  DONE("done", PhaseStatus.COMPLETE);

  /// All words, for messages.
  static final String ALL = "done, in_progress, pending";

  private final String word;
  private final PhaseStatus meaning;

  ItemStatus(String word, PhaseStatus meaning) {
    this.word = word;
    this.meaning = meaning;
  }

  /// Returns the word as documents have it.
  public String word() {
    return word;
  }

  /// Returns the status in the common model.
  PhaseStatus meaning() {
    return meaning;
  }

  /// Returns the status of that word, or null if it is none.
  public static @Nullable ItemStatus parse(String word) {
    for (var itemStatus : values()) {
      if (itemStatus.word.equals(word)) {
        return itemStatus;
      }
    }
    return null;
  }
}
