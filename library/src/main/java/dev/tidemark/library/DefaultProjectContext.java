package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.history.Origin;
import dev.tidemark.integrations.beads.BeadsWork;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.library.store.StoreBackend;
import dev.tidemark.port.ReadyWorkSource;
import dev.tidemark.port.Repository;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Project context: the ports of the engine to files, git, programs and services. Every question is
/// asked anew.
final class DefaultProjectContext implements ProjectContext {
  /// The timeout of a user's command.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final PendingFiles intents;
  private final Workspace workspace;
  private final InstantSource clock;
  private final Repository repository;
  private final Path root;
  private final Map<String, String> environment;
  private final @Nullable ReadyWorkSource work;
  private final @Nullable Predicate<String> isInstalled;
  private final @Nullable Consumer<CheckpointId> changed;
  private final @Nullable Instant repeatedSince;
  private final int archives;

  /// The default summary limit, for workflows without their own.
  private final SummaryLimit usual;

  /// Whether a verdict in a file opens gates without being recorded.
  private final boolean trustsFiles;

  private final SecretPolicy secrets;
  private final Workflows workflows;
  private final DialectLayout layout;
  private final StoreBackend backend;
  private final LastRefusal refusals;

  /// @param settings the settings of the project, and its ports to services and subscribers
  /// @param layout the paths of checkpoints and auxiliary files; they are excluded from the work
  ///   tree's content
  /// @param backend the store of other runs
  /// @param stateFolder where pending changes are kept
  /// @param refusals where the last refusal is kept
  DefaultProjectContext(
      Project.Builder settings,
      Workflows workflows,
      DialectLayout layout,
      StoreBackend backend,
      StateFolder stateFolder,
      LastRefusal refusals) {
    this.intents = new PendingFiles(stateFolder, settings.io, layout);
    this.workspace = new Workspace(settings.root, settings.io, stateFolder);
    this.clock = settings.clock;
    this.repository = settings.repository;
    this.root = settings.root;
    this.environment = settings.environment;
    this.work = settings.work;
    this.isInstalled = settings.isInstalled;
    this.changed = settings.told;
    this.repeatedSince = settings.repeatedSince;
    this.archives = settings.archives;
    this.usual = settings.limit;
    this.trustsFiles = settings.trustsFiles;
    this.secrets = settings.secrets;
    this.workflows = workflows;
    this.layout = layout;
    this.backend = backend;
    this.refusals = refusals;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    var own = workflows.find(dialect, workflow);
    var tokens = own.isEmpty() ? null : own.get().summaryTokensMax();
    return usual.orTokens(tokens);
  }

  /// @throws ForbiddenException if the definition of the workflow cannot be read
  @Override
  public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    var problem = workflows.problem(workflow);
    if (problem != null) {
      throw new ForbiddenException(problem, "Fix the file; nothing was done.");
    }
    return workflows.find(dialect, workflow);
  }

  @Override
  public boolean trustsFiles() {
    return trustsFiles;
  }

  @Override
  public @Nullable Origin workTree() {
    return backend.workTree();
  }

  @Override
  public MovedFiles movedFiles() {
    return repository.movedFiles();
  }

  @Override
  public SecretPolicy secrets() {
    return secrets;
  }

  @Override
  public @Nullable Instant repeatedSince() {
    return repeatedSince;
  }

  @Override
  public void recordRefusal(RefusalRecord refusalRecord) {
    refusals.keep(refusalRecord);
  }

  @Override
  public void recordChange(CheckpointId id) {
    refusals.forget(id);
    if (changed != null) {
      changed.accept(id);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // each kind answers with its own type
  public <T> Fact<T> fetch(FactQuery<T> factQuery) {
    var subject = factQuery.subject();
    var answer =
        switch (factQuery.kind()) {
          case HEAD -> head();
          case IGNORED -> ignored(subject);
          case GIT_STATUS -> repository.file(subject);
          case TEXT_AT_HEAD -> repository.committed(subject);
          case MERGE_SIDES -> repository.merged(subject, factQuery.committed());
          case TREE -> repository.tree(layout.checkpoints());
          case CHANGED_FILES -> repository.changed(layout.checkpoints());
          case CHANGES -> {
            var since = subject.isEmpty() ? null : subject;
            yield repository.changes(since, factQuery.millis(), layout.checkpoints());
          }
          case MOVED_SINCE -> repository.movedSince(subject, layout.checkpoints());
          case SHIP_VERDICT ->
              new ShipGateReader(backend.store(), layout, this).judge(subject, trustsFiles);
          case COMMIT_RELATION -> repository.since(subject);
          case READY_WORK -> work == null ? new BeadsWork(root, environment).ready() : work.ready();
          case PROGRAM -> Fact.known(hasProgram(subject));
          default -> workspace.fetch(factQuery);
        };
    return (Fact<T>) answer;
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
    var runner = new ProcessRunner(root, environment);
    var exit = runner.run(words, PATIENCE, OutputStream.nullOutputStream());
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
      backend.archives(archives).keep(id, text, at);
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

  private boolean hasProgram(String name) {
    return isInstalled == null
        ? SearchPath.of(environment, root).find(name) != null
        : isInstalled.test(name);
  }

  private Fact<IgnoreStatus> ignored(String path) {
    var answers = repository.ignored(List.of(path));
    return answers.isKnown()
        ? Fact.known(answers.orElse(List.of(IgnoreStatus.OUTSIDE)).getFirst())
        : Fact.unknown(answers.reason());
  }
}
