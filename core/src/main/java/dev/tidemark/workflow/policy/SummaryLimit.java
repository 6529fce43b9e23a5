package dev.tidemark.workflow.policy;

import org.jspecify.annotations.Nullable;

/// Length limit of context summaries, and the counting strategy (R-004-01, R-004-91).
///
/// @param tokens the most a summary may have, at least 1
/// @param strategy the name of the counting strategy in reports, for example `words`
/// @param counter counts
public record SummaryLimit(int tokens, String strategy, TokenMeter counter) {
  /// The limit of the published schema: 500 words.
  public static final SummaryLimit DEFAULT =
      new SummaryLimit(500, CountingStrategy.WORDS.word(), TokenMeter.words());

  /// Returns this limit with another number, counted in the same way.
  ///
  /// @param other the number; absent to keep this one
  public SummaryLimit orTokens(@Nullable Integer other) {
    return other == null ? this : new SummaryLimit(other, strategy, counter);
  }

  /// Returns the error text of the schema if the summary is too long, else an empty text.
  ///
  /// The wording is fixed by R-004-05.
  public String objection(String summary) {
    int count = counter.count(summary);
    return count <= tokens
        ? ""
        : "Context summary exceeds " + tokens + " token limit (actual: " + count + " tokens)";
  }
}
