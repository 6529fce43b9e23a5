package dev.tidemark.dialects.flow.format;

import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Fact tracker: the facts that a decision requests, in order. The decision is made again with each
/// round of answers until it has no question left: that one counts.
public final class FactTracker {
  private final Facts facts;
  private final Set<FactQuery<?>> open = new LinkedHashSet<>();
  private @Nullable NextAction nextAction;
  private @Nullable LoadedTasks tasks;

  public FactTracker(Facts facts) {
    this.facts = facts;
  }

  /// Returns the answer to a question; unknown, and asked from now on, if it was not asked before.
  public <T> Fact<T> fact(FactQuery<T> factQuery) {
    if (facts.has(factQuery)) {
      return facts.get(factQuery);
    }
    open.add(factQuery);
    return Fact.unknown("not queried yet");
  }

  /// Returns the facts that are still missing.
  public List<FactQuery<?>> open() {
    return new ArrayList<>(open);
  }

  /// Records the next action.
  public void nextAction(
      ResumeAction resumeAction, FlowPhase flowPhase, String reason, List<String> files) {
    nextAction = new NextAction(resumeAction.name(), flowPhase.phase(), reason, files);
  }

  @Nullable
  public NextAction nextAction() {
    return nextAction;
  }

  /// Returns the tasks. All checks use them, so they are read once.
  public LoadedTasks tasks() {
    var known = tasks;
    if (known == null) {
      known = LoadedTasks.of(this);
      tasks = known;
    }
    return known;
  }

  /// Returns the digest of the content to approve; empty until every file of it is known.
  public String digest(ApprovalSubject subject) {
    boolean known = true;
    for (var factQuery : subject.asks()) {
      fact(factQuery);
      known &= facts.has(factQuery);
    }
    return known ? subject.digest(facts) : "";
  }

  public boolean exists(String path) {
    return fact(FactQuery.exists(path)).orElse(false);
  }

  /// Returns the content of a file; empty if there is none, or it is no text.
  public Optional<String> text(String path) {
    return fact(FactQuery.fileText(path)).orElse(Optional.empty());
  }

  public Instant now() {
    return facts.now();
  }

  /// Returns the time of the change as documents have it.
  public String stamp() {
    return Timestamps.millis(facts.now());
  }

  public SummaryLimit limit() {
    return facts.limit();
  }

  public DialectOptions options() {
    return facts.options();
  }
}
