package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fact collector: fetches the facts that rules and gates request, each once per attempt.
public final class FactCollector {
  private final ProjectContext projectContext;
  private final HistoryStore historyStore;

  public FactCollector(ProjectContext projectContext, HistoryStore historyStore) {
    this.projectContext = projectContext;
    this.historyStore = historyStore;
  }

  /// Returns the facts that the rules of a dialect need to judge a change.
  public Facts facts(
      Dialect<?> dialect,
      CheckpointId id,
      LoadedState<?> loadedState,
      Change change,
      DialectOptions details,
      DocumentReadSet documents) {
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    answers.put(FactQuery.HEAD, projectContext.fetch(FactQuery.HEAD));
    var limit = projectContext.limit(dialect.name(), id.workflow());
    var facts = new Facts(projectContext.now(), limit, details, answers);
    var asks = new RulesQueries(dialect, id, loadedState, change, documents);
    return collect(id, asks, facts, asks);
  }

  /// Returns the time and the git HEAD.
  public Facts facts(CheckpointId id) {
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    answers.put(FactQuery.HEAD, projectContext.fetch(FactQuery.HEAD));
    return new Facts(
        projectContext.now(), projectContext.limit(id.dialect(), id.workflow()), answers);
  }

  /// Returns the facts with all further requested ones, until no new fact is requested.
  public Facts collect(CheckpointId id, Facts known, Function<Facts, List<FactQuery<?>>> asks) {
    return collect(id, null, known, asks);
  }

  private Facts collect(
      CheckpointId id,
      @Nullable RulesQueries asked,
      Facts known,
      Function<Facts, List<FactQuery<?>>> asks) {
    var facts = known;
    while (true) {
      Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
      for (var factQuery : asks.apply(facts)) {
        if (!facts.has(factQuery) && !answers.containsKey(factQuery)) {
          answers.put(
              factQuery,
              factQuery.kind() == FactQuery.Kind.NEWEST_START
                  ? Fact.known(historyStore.newestStart(id))
                  : answer(factQuery, asked));
        }
      }
      if (answers.isEmpty()) {
        return facts;
      }
      facts = facts.with(answers);
    }
  }

  private Fact<?> answer(FactQuery<?> factQuery, @Nullable RulesQueries asked) {
    if (asked != null && factQuery.kind() == FactQuery.Kind.DOCUMENT) {
      return asked.documents().text(factQuery.run());
    }
    if (asked != null && factQuery.kind() == FactQuery.Kind.EVIDENCE) {
      var found = asked.documents().of(asked.id());
      return Fact.known(
          found.syncState() == SyncState.UNRECORDED
              ? Optional.empty()
              : Optional.of(found.evidence()));
    }
    if (asked != null && factQuery.kind() == FactQuery.Kind.PARSE_ERROR) {
      var damage = asked.loadedState().damage();
      return Fact.known(damage == null ? Optional.empty() : Optional.of(damage.problem()));
    }
    return projectContext.fetch(factQuery);
  }

  /// The queries of the rules about one change. No lambda: it would be linked at run time, on the
  /// way of every step.
  private record RulesQueries(
      Dialect<?> dialect,
      CheckpointId id,
      LoadedState<?> loadedState,
      Change change,
      DocumentReadSet documents)
      implements Function<Facts, List<FactQuery<?>>> {
    @Override
    public List<FactQuery<?>> apply(Facts known) {
      return of(dialect, known);
    }

    @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
    private <C extends Checkpoint> List<FactQuery<?>> of(Dialect<C> own, Facts known) {
      return own.rules().asks(id, (C) loadedState.checkpoint(), change, known);
    }
  }

  /// Returns the evidence of a run: recorded evidence and, where recording starts now, the claims
  /// in the document.
  public static Evidence evidence(Document found, @Nullable Checkpoint checkpoint, Instant now) {
    if (found.syncState() != SyncState.UNRECORDED || checkpoint == null) {
      return found.evidence();
    }
    var proofs = new ArrayList<Proof>();
    for (var claim : checkpoint.claims()) {
      proofs.add(new Proof(now, Actor.EXTERNAL, claim));
    }
    return found.evidence().with(proofs);
  }
}
