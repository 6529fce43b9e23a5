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
    Map<FactQuery<?>, Fact<?>> head = Map.of(FactQuery.HEAD, projectContext.fetch(FactQuery.HEAD));
    var limit = projectContext.limit(dialect.name(), id.workflow());
    var facts = new Facts(projectContext.now(), limit, details, head);
    while (true) {
      var queries = queries(dialect, id, loadedState, change, facts);
      var answers = answers(id, facts, queries, documents, loadedState.damage());
      if (answers.isEmpty()) {
        return facts;
      }
      facts = facts.with(answers);
    }
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private static <C extends Checkpoint> List<FactQuery<?>> queries(
      Dialect<C> dialect, CheckpointId id, LoadedState<?> loadedState, Change change, Facts known) {
    return dialect.rules().asks(id, (C) loadedState.checkpoint(), change, known);
  }

  /// Returns the time and the git HEAD.
  public Facts facts(CheckpointId id) {
    Map<FactQuery<?>, Fact<?>> head = Map.of(FactQuery.HEAD, projectContext.fetch(FactQuery.HEAD));
    return new Facts(projectContext.now(), projectContext.limit(id.dialect(), id.workflow()), head);
  }

  /// Returns the facts with all further requested ones, until no new fact is requested.
  public Facts collect(CheckpointId id, Facts known, Function<Facts, List<FactQuery<?>>> asks) {
    var facts = known;
    while (true) {
      var answers = answers(id, facts, asks.apply(facts), null, null);
      if (answers.isEmpty()) {
        return facts;
      }
      facts = facts.with(answers);
    }
  }

  /// Returns the answers to the queries that have none yet.
  ///
  /// @param documents the documents that the rules may read; absent for gates
  private Map<FactQuery<?>, Fact<?>> answers(
      CheckpointId id,
      Facts known,
      List<FactQuery<?>> queries,
      @Nullable DocumentReadSet documents,
      LoadedState.@Nullable Damage damage) {
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    for (var factQuery : queries) {
      if (!known.has(factQuery) && !answers.containsKey(factQuery)) {
        answers.put(factQuery, answer(factQuery, id, documents, damage));
      }
    }
    return answers;
  }

  private Fact<?> answer(
      FactQuery<?> factQuery,
      CheckpointId id,
      @Nullable DocumentReadSet documents,
      LoadedState.@Nullable Damage damage) {
    var kind = factQuery.kind();
    if (kind == FactQuery.Kind.NEWEST_START) {
      return Fact.known(historyStore.newestStart(id));
    }
    if (documents != null && kind == FactQuery.Kind.DOCUMENT) {
      return documents.text(factQuery.run());
    }
    if (documents != null && kind == FactQuery.Kind.PARSE_ERROR) {
      return Fact.known(Optional.ofNullable(damage == null ? null : damage.problem()));
    }
    if (documents == null || kind != FactQuery.Kind.EVIDENCE) {
      return projectContext.fetch(factQuery);
    }
    var found = documents.of(id);
    return Fact.known(
        found.syncState() == SyncState.UNRECORDED
            ? Optional.empty()
            : Optional.of(found.evidence()));
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
