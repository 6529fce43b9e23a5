package dev.tidemark.workflow;

import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Facts collected for the decision about a change. The rules have no other input from outside.
///
/// Immutable once the engine has filled it, so a decision can be logged, repeated in a test and
/// explained.
public final class Facts {
  private final Instant now;
  private final SummaryLimit limit;
  private final DialectOptions dialectOptions;
  private final Map<FactQuery<?>, Fact<?>> answers;

  /// Takes the facts known without a query, and the answers to queries.
  public Facts(
      Instant now,
      SummaryLimit limit,
      DialectOptions dialectOptions,
      Map<FactQuery<?>, Fact<?>> answers) {
    this.now = now;
    this.limit = limit;
    this.dialectOptions = dialectOptions;
    this.answers = new HashMap<>(answers);
  }

  /// Takes the known facts of a change without options.
  public Facts(Instant now, SummaryLimit limit, Map<FactQuery<?>, Fact<?>> answers) {
    this(now, limit, DialectOptions.NONE, answers);
  }

  /// Returns these facts and more.
  public Facts with(Map<FactQuery<?>, Fact<?>> more) {
    var all = new HashMap<>(answers);
    all.putAll(more);
    return new Facts(now, limit, dialectOptions, all);
  }

  /// Returns the time of the change.
  public Instant now() {
    return now;
  }

  /// Returns how long a summary may be, and how that is counted.
  public SummaryLimit limit() {
    return limit;
  }

  /// Returns the options beyond the change.
  public DialectOptions options() {
    return dialectOptions;
  }

  /// Returns whether a question was answered, be it with "unknown".
  public boolean has(FactQuery<?> factQuery) {
    return answers.containsKey(factQuery);
  }

  /// Returns the answer to a question that the rules announced beforehand.
  ///
  /// @throws IllegalStateException if they did not announce it
  @SuppressWarnings("unchecked") // the engine puts under a FactQuery<T> only a Fact<T>
  public <T> Fact<T> get(FactQuery<T> factQuery) {
    var fact = (Fact<T>) answers.get(factQuery);
    if (fact == null) {
      throw new IllegalStateException("fact was not requested: " + factQuery);
    }
    return fact;
  }
}
