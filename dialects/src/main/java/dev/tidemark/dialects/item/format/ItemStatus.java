package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.text.EnumWord;
import org.jspecify.annotations.Nullable;

/// The status words of the table of phases.
public enum ItemStatus implements EnumWord {
  PENDING(PhaseStatus.PENDING),
  IN_PROGRESS(PhaseStatus.IN_PROGRESS),
  DONE(PhaseStatus.COMPLETE);

  /// All words, for messages.
  static final String ALL = "done, in_progress, pending";

  private final PhaseStatus meaning;

  ItemStatus(PhaseStatus meaning) {
    this.meaning = meaning;
  }

  /// Returns the status in the common model.
  PhaseStatus meaning() {
    return meaning;
  }

  /// Returns the status of that word, or null if it is none.
  public static @Nullable ItemStatus parse(String word) {
    return EnumWord.find(values(), word);
  }
}
