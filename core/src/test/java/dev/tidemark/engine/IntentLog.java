package dev.tidemark.engine;

import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Origin;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The world of a [Workshop], in one of several work trees, which keeps the intents of changes and
/// writes down what becomes of them.
final class IntentLog implements ProjectContext {
  private final Workshop shop;

  /// The intents, in order.
  final List<PendingChange> intents = new ArrayList<>();

  /// What happened, in order, with the number of entries that the run had then.
  final List<String> log = new ArrayList<>();

  @Nullable Origin workTree;

  IntentLog(Workshop shop) {
    this.shop = shop;
  }

  private void add(String what, PendingChange change) {
    log.add(what + " at entry " + shop.store.history(change.id()).size());
  }

  @Override
  public PendingChange.Held persistIntent(PendingChange change) {
    intents.add(change);
    add("kept", change);
    return new PendingChange.Held() {
      @Override
      public PendingChange change() {
        return change;
      }

      @Override
      public void removeIntent() {
        add("removed", change);
      }

      @Override
      public void close() {
        add("released", change);
      }
    };
  }

  @Override
  public @Nullable Origin workTree() {
    return workTree;
  }

  @Override
  public Instant now() {
    return shop.now();
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return shop.limit(dialect, workflow);
  }

  @Override
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    return shop.fetch(factQuery);
  }

  @Override
  public List<Blocker> execute(Effect effect) {
    return shop.execute(effect);
  }
}
