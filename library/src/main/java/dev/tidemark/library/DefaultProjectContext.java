package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.history.Origin;
import dev.tidemark.library.store.StoreBackend;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.port.ProgramFinder;
import dev.tidemark.port.ReadyWorkSource;
import dev.tidemark.port.Repository;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Project context: the ports of the engine to files, git, programs and services. Every question is
/// asked anew.
final class DefaultProjectContext implements ProjectContext {
  /// The timeout of a user's command.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Workspace workspace;
  private final InstantSource clock;
  private final Repository repository;
  private final ReadyWorkSource work;
  private final ProgramFinder programFinder;
  private final CommandRunner commandRunner;
  private final Consumer<CheckpointId> told;
  private final House house;
  private final PendingFiles intents;
  private final int archives;

  DefaultProjectContext(
      Workspace workspace,
      PendingFiles intents,
      InstantSource clock,
      Sources sources,
      House house) {
    this.intents = intents;
    this.workspace = workspace;
    this.clock = clock;
    this.repository = sources.repository();
    this.work = sources.work();
    this.programFinder = sources.programs();
    this.commandRunner = sources.commands();
    this.told = sources.told();
    this.archives = sources.archives();
    this.house = house;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return house.limit(dialect, workflow);
  }

  @Override
  public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    return house.workflows().find(dialect, workflow);
  }

  @Override
  public boolean trustsFiles() {
    return house.trustsFiles();
  }

  @Override
  public @Nullable Origin workTree() {
    return house.depot().workTree();
  }

  @Override
  public SecretPolicy secrets() {
    return house.secrets();
  }

  @Override
  public void recordRefusal(RefusalRecord refusalRecord) {
    house.refusals().keep(refusalRecord);
  }

  @Override
  public void recordChange(CheckpointId id) {
    house.refusals().forget(id);
    told.accept(id);
  }

  @Override
  @SuppressWarnings("unchecked") // each branch answers with what its ask is made of
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    return switch (factQuery.kind()) {
      case HEAD -> (Fact<T>) head();
      case IGNORED -> (Fact<T>) ignored(((FactQuery.Ignored) factQuery).path());
      case GIT_STATUS -> (Fact<T>) repository.file(((FactQuery.InGit) factQuery).path());
      case TEXT_AT_HEAD -> (Fact<T>) repository.committed(((FactQuery.Committed) factQuery).path());
      case MERGE_SIDES -> (Fact<T>) repository.merged((FactQuery.Merged) factQuery);
      case TREE -> (Fact<T>) repository.tree(house.layout().checkpoints());
      case CHANGED_FILES -> (Fact<T>) repository.changed(house.layout().checkpoints());
      case CHANGES ->
          (Fact<T>) repository.changes((FactQuery.Changes) factQuery, house.layout().checkpoints());
      case MOVED_SINCE -> {
        var commit = ((FactQuery.MovedSince) factQuery).commit();
        yield (Fact<T>) repository.movedSince(commit, house.layout().checkpoints());
      }
      case SHIP_VERDICT ->
          (Fact<T>)
              new ShipGateReader(house.depot().store(), house.layout(), this)
                  .judge(((FactQuery.ShipReady) factQuery).item(), house.trustsFiles());
      case COMMIT_RELATION -> (Fact<T>) repository.since(((FactQuery.Since) factQuery).commit());
      case READY_WORK -> (Fact<T>) work.ready();
      case PROGRAM ->
          (Fact<T>) Fact.known(programFinder.has(((FactQuery.Program) factQuery).name()));
      case EXISTS,
          TEXT,
          FILES,
          FILES_BELOW,
          DIGEST,
          FINGERPRINT,
          NEWEST_START,
          EVIDENCE,
          DOCUMENT,
          PARSE_ERROR ->
          workspace.fetch(factQuery);
    };
  }

  @Override
  public PendingChange.@Nullable Held persistIntent(PendingChange change) {
    return outsideGit(change) ? null : intents.begin(change);
  }

  /// Returns whether all that a change leaves to do are commits, and there is no repository.
  private boolean outsideGit(PendingChange change) {
    for (var effect : change.effects()) {
      if (effect.kind() != PendingEffect.Kind.COMMIT) {
        return false;
      }
    }
    return head().orElse(Head.NONE).equals(Head.NONE);
  }

  @Override
  public PendingChange.@Nullable Held takeIntent(CheckpointId id) {
    return intents.find(id);
  }

  @Override
  public List<CheckpointId> interrupted() {
    return intents.runs();
  }

  @Override
  public List<Blocker> execute(Effect effect) {
    if (effect instanceof Effect.Commit commit) {
      return repository.commit(commit.message(), commit.paths());
    }
    if (effect instanceof Effect.StageRemoval removal) {
      return repository.stageRemoval(removal.paths());
    }
    if (effect instanceof Effect.RunCommand command) {
      return run(command.words());
    }
    return workspace.carryOut(effect);
  }

  private List<Blocker> run(List<String> words) {
    var exit = commandRunner.run(words, PATIENCE, OutputStream.nullOutputStream());
    if (exit.isKnown() && exit.orElse(1) == 0) {
      return List.of();
    }
    var why = exit.isKnown() ? "ended with exit code " + exit.orElse(1) : exit.reason();
    return List.of(
        Blocker.refused(
            "command-failed",
            "the checkpoint is saved, but " + words.getFirst() + " did not succeed: " + why,
            "Run it by hand to see the error: " + String.join(" ", words)));
  }

  @Override
  public List<Blocker> archive(CheckpointId id, String text, Instant at) {
    try {
      house.depot().archives(archives).keep(id, text, at);
      return List.of();
    } catch (StoreException failure) {
      return List.of(
          Blocker.refused(
              "not-archived",
              "the archive of " + id + " was not made: " + failure.getMessage(),
              failure.hint()));
    }
  }

  Fact<Head> head() {
    return repository.head();
  }

  private Fact<IgnoreStatus> ignored(String path) {
    var answers = repository.ignored(List.of(path));
    return answers.isKnown()
        ? Fact.known(answers.orElse(List.of(IgnoreStatus.OUTSIDE)).getFirst())
        : Fact.unknown(answers.reason());
  }

  /// Configuration of the project.
  ///
  /// @param usual the default summary limit, for workflows without their own
  /// @param workflows the workflow definitions
  /// @param layout the paths of checkpoints and auxiliary files; they are excluded from the work
  ///   tree's content
  /// @param depot where other runs are found
  /// @param trustsFiles whether a verdict in a file opens gates without being recorded
  /// @param secrets the policy for secrets
  /// @param refusals where the last refusal is kept
  record House(
      SummaryLimit usual,
      Workflows workflows,
      DialectLayout layout,
      StoreBackend depot,
      boolean trustsFiles,
      SecretPolicy secrets,
      LastRefusal refusals) {
    SummaryLimit limit(String dialect, String workflow) {
      var own = workflows.find(dialect, workflow);
      var tokens = own.isEmpty() ? null : own.get().summaryTokensMax();
      return usual.orTokens(tokens);
    }
  }

  /// Ports to services and subscribers outside the work tree.
  ///
  /// @param archives how many copies of finished documents each run keeps; 0 for none
  record Sources(
      Repository repository,
      ReadyWorkSource work,
      ProgramFinder programs,
      CommandRunner commands,
      int archives,
      Consumer<CheckpointId> told) {}
}
