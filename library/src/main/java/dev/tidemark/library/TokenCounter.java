package dev.tidemark.library;

import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.policy.SummaryLimit;
import org.jspecify.annotations.Nullable;

/// Word counter: the cost of a context summary as the published schema defines it.
///
/// Never throws, for any arguments (R-004-03).
public final class TokenCounter {
  /// The most tokens a context summary may have (R-004-01).
  public static final int MAX_SUMMARY_TOKENS = SummaryLimit.DEFAULT.tokens();

  private TokenCounter() {}

  /// Returns the number of words in a text; 0 for null. Anything but a text is converted first.
  public static int countTokens(@Nullable Object text) {
    return SummaryLimit.DEFAULT.counter().count(text(text));
  }

  /// Checks a summary against the limit of the schema.
  public static Verdict validateContextSummary(@Nullable Object summary) {
    return validateContextSummary(summary, MAX_SUMMARY_TOKENS);
  }

  /// Checks a summary against a limit of one's own.
  ///
  /// @param limit the most tokens allowed
  public static Verdict validateContextSummary(@Nullable Object summary, int limit) {
    var rule = new SummaryLimit(limit, "words", SummaryLimit.DEFAULT.counter());
    var objection = rule.objection(text(summary));
    return new Verdict(
        objection.isEmpty(), countTokens(summary), limit, objection.isEmpty() ? null : objection);
  }

  /// A string of a document is counted as the text it stands for, not as JSON spells it.
  private static String text(@Nullable Object given) {
    if (given == null || given instanceof JsonNull) {
      return "";
    }
    return given instanceof JsonString string ? string.value() : String.valueOf(given);
  }

  /// The result of a check.
  ///
  /// @param valid whether the summary is within the limit
  /// @param tokenCount how many tokens it has
  /// @param limit how many it may have
  /// @param error the violation, in the words of the schema; null if there is none
  public record Verdict(boolean valid, int tokenCount, int limit, @Nullable String error) {}
}
