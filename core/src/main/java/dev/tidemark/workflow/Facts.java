package dev.tidemark.workflow;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// What the world looked like when a change was judged. The rules know nothing else about it.
///
/// Immutable once the engine has filled it, so a decision can be logged, repeated in a test and
/// explained.
public final class Facts {
  private final Instant now;
  private final SummaryLimit limit;
  private final Map<Ask<?>, Fact<?>> answers;

  /// Takes what is known without asking, and the answers to what was asked.
  public Facts(Instant now, SummaryLimit limit, Map<Ask<?>, Fact<?>> answers) {
    this.now = now;
    this.limit = limit;
    this.answers = new HashMap<>(answers);
  }

  /// Returns the time of the change.
  public Instant now() {
    return now;
  }

  /// Returns how long a summary may be, and how that is counted.
  public SummaryLimit limit() {
    return limit;
  }

  /// Returns the answer to a question that the rules announced beforehand.
  ///
  /// @throws IllegalStateException if they did not announce it
  @SuppressWarnings("unchecked") // the engine puts under an Ask<T> only a Fact<T>
  public <T> Fact<T> get(Ask<T> ask) {
    var fact = (Fact<T>) answers.get(ask);
    if (fact == null) {
      throw new IllegalStateException("nobody asked for " + ask.getClass().getSimpleName());
    }
    return fact;
  }
}
