package dev.tidemark.workflow.policy;

import org.jspecify.annotations.Nullable;

/// Token counting strategy (R-004-91).
public enum CountingStrategy {
  /// Words between white space, as the checkpoint schemas define it.
  WORDS("words"),
  /// The byte-pair encoding of GPT-4o and its successors.
  O200K("bpe:o200k_base"),
  /// The byte-pair encoding of GPT-4 and GPT-3.5.
  CL100K("bpe:cl100k_base");

  private final String word;

  CountingStrategy(String word) {
    this.word = word;
  }

  /// Returns its name in settings, options and reports.
  public String word() {
    return word;
  }

  /// Finds the strategy of that name.
  public static @Nullable CountingStrategy find(String word) {
    for (var strategy : values()) {
      if (strategy.word.equals(word)) {
        return strategy;
      }
    }
    return null;
  }
}
