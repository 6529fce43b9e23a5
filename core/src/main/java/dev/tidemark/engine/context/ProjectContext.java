package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Origin;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Project context: ports of the engine to git, files, definitions and services, beside its store.
public interface ProjectContext {
  /// Returns the time.
  Instant now();

  /// Returns how long summaries may be in a workflow.
  SummaryLimit limit(String dialect, String workflow);

  /// Returns the definition of a workflow in this project; empty if it is undefined.
  default Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    return Optional.empty();
  }

  /// Returns whether a verdict in a file opens a gate without a recorded one.
  default boolean trustsFiles() {
    return false;
  }

  /// Returns the identity of this work tree where several share a store: an id and the name of its
  /// folder as the label; null where only one uses it.
  default @Nullable Origin workTree() {
    return null;
  }

  /// Returns the policy for secrets.
  default SecretPolicy secrets() {
    return SecretPolicy.WARN;
  }

  /// Returns since when this process may have recorded its changes already, through a server that
  /// did not answer; null if it makes them for the first time.
  default @Nullable Instant repeatedSince() {
    return null;
  }

  /// Takes notice of a change that was refused; it may be forgotten.
  default void recordRefusal(RefusalRecord refusalRecord) {}

  /// Takes notice of a change that was made.
  default void recordChange(CheckpointId id) {}

  /// Finds something out. Never throws because of the environment: an unavailable fact is unknown.
  <T> Fact<T> fetch(FactQuery<T> factQuery);

  /// Returns the search for files that were moved or renamed. One is for one command or brief: it
  /// reads git and the work tree once.
  default MovedFiles movedFiles() {
    return MovedFiles.NONE;
  }

  /// Keeps a compressed copy of a document, where its protocol and the project want one.
  ///
  /// @param at the time to put into its name
  /// @return why there is none; empty if there is one, or none is wanted
  default List<Blocker> archive(CheckpointId id, String text, Instant at) {
    return List.of();
  }

  /// Keeps the write-ahead intent of a change until it is settled, and holds it.
  ///
  /// @return null where intents are not kept
  public default PendingChange.@Nullable Held persistIntent(PendingChange change) {
    return null;
  }

  /// Returns the intent that an interrupted change of a run left, and holds it; null if there is
  /// none, or the process that made it is still at work.
  default PendingChange.@Nullable Held takeIntent(CheckpointId id) {
    return null;
  }

  /// Returns the runs with a pending intent, or with a change in progress.
  default List<CheckpointId> interrupted() {
    return List.of();
  }

  /// Executes a side effect of a change.
  ///
  /// @return why it could not be done; empty if it was
  List<Blocker> execute(Effect effect);
}
