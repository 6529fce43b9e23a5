package dev.tidemark.dialects.flow;

import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Errand;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Fact tracker: the facts that a decision requests, in order. The decision is made again with each
/// round of answers until it has no question left: that one counts.
final class Inquiry {
  private final Facts facts;
  private final Set<Ask<?>> open = new LinkedHashSet<>();
  private @Nullable Errand errand;
  private @Nullable TasksReading tasks;

  Inquiry(Facts facts) {
    this.facts = facts;
  }

  /// Returns the answer to a question; unknown, and asked from now on, if it was not asked before.
  <T> Fact<T> fact(Ask<T> ask) {
    if (facts.has(ask)) {
      return facts.get(ask);
    }
    open.add(ask);
    return Fact.unknown("not asked yet");
  }

  /// Returns the facts that are still missing.
  List<Ask<?>> open() {
    return new ArrayList<>(open);
  }

  /// Records the next action.
  void errand(Action action, Stage stage, String reason, List<String> files) {
    errand = new Errand(action.name(), stage.phase(), reason, files);
  }

  @Nullable Errand errand() {
    return errand;
  }

  /// Returns the tasks. All checks use them, so they are read once.
  TasksReading tasks() {
    var known = tasks;
    if (known == null) {
      known = TasksReading.of(this);
      tasks = known;
    }
    return known;
  }

  /// Returns the digest of the content to approve; empty until every file of it is known.
  String digest(ApprovalSubject subject) {
    boolean known = true;
    for (var ask : subject.asks()) {
      fact(ask);
      known &= facts.has(ask);
    }
    return known ? subject.digest(facts) : "";
  }

  boolean exists(String path) {
    return fact(new Ask.Exists(path)).orElse(false);
  }

  /// Returns the content of a file; empty if there is none, or it is no text.
  Optional<String> text(String path) {
    return fact(new Ask.Text(path)).orElse(Optional.empty());
  }

  Instant now() {
    return facts.now();
  }

  /// Returns the time of the change as documents have it.
  String stamp() {
    return Timestamps.millis(facts.now());
  }

  SummaryLimit limit() {
    return facts.limit();
  }

  Details details() {
    return facts.details();
  }
}
