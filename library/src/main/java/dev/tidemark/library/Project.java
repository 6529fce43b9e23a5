package dev.tidemark.library;

import dev.tidemark.brief.Briefs;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.dialects.state.StateDialect;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.engine.Archiver;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.GateEvaluator;
import dev.tidemark.engine.Redactor;
import dev.tidemark.engine.RunMerger;
import dev.tidemark.engine.context.DialectDiagnostics;
import dev.tidemark.engine.context.InterruptedChanges;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.engine.delivery.WebhookDelivery;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.integrations.git.GitRepository;
import dev.tidemark.integrations.git.GitWorktrees;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.library.store.FileBackend;
import dev.tidemark.library.store.PostgresBackend;
import dev.tidemark.library.store.SingleRunStore;
import dev.tidemark.library.store.StoreBackend;
import dev.tidemark.library.store.StoreMigration;
import dev.tidemark.library.store.TreeLeases;
import dev.tidemark.library.store.WorktreeMirror;
import dev.tidemark.port.ReadyWorkSource;
import dev.tidemark.port.Repository;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.maintenance.Maintenance;
import dev.tidemark.stores.file.ResidualFileScan;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.path.WorkTree;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Project: the engine for embedding programs, on a work tree with its runs.
///
/// Unlike [CheckpointManager], every problem is reported: a refusal is a value with all its
/// blockers, and a failed environment throws a typed exception with the state of the change.
///
/// Holds no open files between calls. Safe for use by many threads.
public final class Project {
  /// The number of compressed copies of finished documents kept for each run (R-004-92).
  private static final int ARCHIVES = 20;

  private final Path root;
  private final int archived;
  private final DefaultProjectContext context;
  private final Repository repository;
  private final SummaryLimit limit;
  private final Checkpoints checkpoints;
  private final RunRepository runRepository;
  private final StorageIo io;
  private final DialectLayout layout;
  private final CheckpointStore store;
  private final StoreBackend storeBackend;
  private final Workflows workflows;
  private final Dialects dialects;
  private final StateFolder stateFolder;
  private final LastRefusal refusals;
  private final Actor actor;
  private final Builder settings;

  private Project(Builder from) {
    var earlier = from.earlier;
    this.workflows = earlier == null ? Dialects.workflows(from.definitions) : earlier.workflows;
    this.root = from.root;
    this.archived = from.archives;
    this.actor = from.actor;
    this.settings = new Builder(from, from.root, from.repository);
    this.limit = from.limit;
    this.repository = from.repository;
    this.dialects =
        earlier == null
            ? new Dialects(workflows, from.phases, from.flows, from.limit)
            : earlier.dialects;
    this.io = from.io;
    this.layout = earlier == null ? new DialectLayout(dialects, from.receipts) : earlier.layout;
    this.stateFolder =
        earlier == null ? new StateFolder(io, root, from.storeLimits) : earlier.stateFolder;
    this.refusals = new LastRefusal(io, stateFolder);
    this.storeBackend = earlier == null ? from.backend(layout) : earlier.storeBackend;
    if (earlier != null) {
      stateFolder.recheck();
      storeBackend.recheck();
    }
    var only = from.only;
    this.store =
        only == null
            ? storeBackend.store()
            : new SingleRunStore(
                storeBackend.store(), only, id -> dialects.parts().contains(id.dialect()));
    this.context =
        new DefaultProjectContext(from, workflows, layout, storeBackend, stateFolder, refusals);
    this.checkpoints = new Checkpoints(store, storeBackend.history(), context);
    var edition = from.edition + from.flows.approvalNames();
    this.runRepository =
        new RunRepository(dialects, store, storeBackend.history(), from.clock, workflows, edition);
  }

  /// Returns a builder for the project that a folder belongs to (R-COM-01): at the environment's
  /// `GIT_ROOT` if it names a folder, else at the root of the git work tree, else at the folder
  /// itself.
  ///
  /// @param environment the variables of the process; git is looked for on their `PATH`
  public static Builder around(Path folder, Map<String, String> environment) {
    return new Builder(ProjectRoot.find(null, environment, folder), environment);
  }

  /// Returns a builder for the project at that root.
  ///
  /// Branch and commit are read from git's files, but no process is started: facts that need the
  /// git program (ignore rules, reftable) are unknown.
  public static Builder at(Path root) {
    var folder = root.toAbsolutePath().normalize();
    return new Builder(new ProjectRoot(folder, ProjectRoot.Origin.OPTION), Map.of());
  }

  /// Returns the root of the project.
  public Path root() {
    return root;
  }

  /// Returns the handle of a run: the daily verbs, by the name of the run. Nothing is read yet.
  ///
  /// @param name workflow and item, `implement/auth`, also with the format before them; or any
  ///   shorter form that fits one run only
  public RunHandle run(String name) {
    return new RunHandle(this, name, actor, Map.of());
  }

  /// Returns the engine that applies changes.
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  /// Returns the recovery of interrupted changes.
  public InterruptedChanges interrupted() {
    return new InterruptedChanges(store, storeBackend.history(), context);
  }

  /// Returns the merger of the two sides of a git merge.
  public RunMerger merger() {
    return new RunMerger(store, context);
  }

  /// Returns the gate service.
  public GateEvaluator gates() {
    return new GateEvaluator(store, storeBackend.history(), context);
  }

  /// Returns the run repository.
  public RunRepository runs() {
    return runRepository;
  }

  /// Returns the webhook delivery.
  public WebhookDelivery deliveries(MonotonicTimer monotonicTimer) {
    return new WebhookDelivery(
        dialects, storeBackend.history(), storeBackend.cursors(), monotonicTimer);
  }

  /// Returns the builder of briefs.
  public Briefs briefs() {
    return new Briefs(context, storeBackend.history(), workflows, runRepository, gates());
  }

  /// Begins to compare the work tree with HEAD for a brief that is built before this is closed.
  public Repository.Prefetch prefetchChanges() {
    return repository.prefetchChanges(Briefs.GIT_MILLIS, layout.checkpoints());
  }

  /// Returns the last change that was refused, unless its run has changed since; it may have been
  /// forgotten.
  public Optional<RefusalRecord> lastRefusal() {
    return refusals.read();
  }

  /// Returns the history of the runs.
  public HistoryStore history() {
    return storeBackend.history();
  }

  /// Returns the handoff service.
  public Handoffs handoffs() {
    return new Handoffs(checkpoints, storeBackend.history(), context);
  }

  /// Returns the store itself.
  public CheckpointStore store() {
    return store;
  }

  /// Returns the archives of finished documents.
  public Archives archives() {
    return storeBackend.archives(archived);
  }

  /// Returns the archiver of finished documents.
  public Archiver archiver() {
    return new Archiver(store, archives(), context);
  }

  /// Returns the redaction of runs.
  public Redactor redactor() {
    var auxiliaryFiles = new ResidualFileScan(root, io, layout, false);
    return new Redactor(
        store,
        storeBackend.redaction(),
        archives(),
        storeBackend.residualFiles(),
        auxiliaryFiles,
        context);
  }

  /// Returns the export and import of the project.
  public Transfers transfers() {
    var dialects = new ArrayList<>(layout.dialects().names());
    dialects.addAll(layout.dialects().parts());
    return new Transfers(storeBackend.transfer(dialects), io);
  }

  /// Returns the maintenance of the store.
  public Maintenance maintenance() {
    return storeBackend.maintenance();
  }

  /// Returns the leases of this work tree; empty where runs are kept in files, which have one
  /// machine and its locks.
  public Optional<TreeLeases> leases() {
    return Optional.ofNullable(storeBackend.leases());
  }

  /// Returns the files of runs that a shared store keeps; empty where files are the originals.
  public Optional<WorktreeMirror> mirror() {
    return Optional.ofNullable(storeBackend.mirror());
  }

  /// Returns the migration of runs to the same project with another store.
  public StoreMigration migration(Project other) {
    var dialects = new ArrayList<>(layout.dialects().names());
    dialects.addAll(layout.dialects().parts());
    return new StoreMigration(storeBackend, other.storeBackend, dialects);
  }

  /// Returns the other work trees of the repository with their runs, for reading.
  public OtherWorkTrees otherWorkTrees() {
    return new OtherWorkTrees(this, settings);
  }

  /// Returns the store with all its ports.
  StoreBackend backend() {
    return storeBackend;
  }

  /// Returns the diagnostics of the files around the documents.
  public DialectDiagnostics dialectDiagnostics() {
    return new DialectDiagnostics(context);
  }

  /// Returns the dialect of the unified checkpoint schema.
  public Dialect<StateCheckpoint> state() {
    return StateDialect.of(workflows, limit);
  }

  /// Returns the workflows known here, built-in and own.
  public Workflows workflows() {
    return workflows;
  }

  /// Returns the git repository of the project.
  public Repository repository() {
    return repository;
  }

  /// Returns the files that differ from a commit, checkpoints excluded; none if git fails.
  ///
  /// @param since the commit; absent to compare with the one checked out
  /// @param millis the time limit of git
  public List<FileChange> changes(@Nullable String since, int millis) {
    return context.fetch(FactQuery.changes(since, millis)).orElse(List.of());
  }

  /// Returns the text of a file of the project; an empty answer if there is none, unknown if it is
  /// large, no text or outside the project.
  ///
  /// @param path from the project root
  public Fact<Optional<String>> text(String path) {
    return context.fetch(FactQuery.fileText(path));
  }

  /// Returns the fingerprint of a project file; an empty answer if there is none.
  ///
  /// @param path from the project root
  public Fact<Optional<Fingerprint>> fingerprint(String path) {
    return context.fetch(FactQuery.fingerprint(path));
  }

  /// Returns the git work trees for work at the same time. Documents and journals of runs do not
  /// count as content.
  ///
  /// @param environment the variables of git, which is looked for on their `PATH`
  public GitWorktrees worktrees(Map<String, String> environment) {
    return new GitWorktrees(root, environment, layout.checkpoints());
  }

  /// Returns the id of the git tree that a commit of the work tree would have, without checkpoints
  /// and receipts; unknown if its content has changed since, or a commit would not hold all of it.
  ///
  /// @param content the tree of [GateEvaluator#position]
  public Fact<String> commitTree(String content) {
    return repository.commitTree(content, layout.checkpoints());
  }

  /// Returns the paths of checkpoints, receipts and auxiliary files, from the project root: they
  /// are excluded from the work tree's content.
  public List<String> excluded() {
    return layout.checkpoints();
  }

  /// Returns the digest of what an approval covers of a file, see [FactQuery#fileState].
  ///
  /// @param path from the project root
  public Fact<Optional<String>> fileState(String path) {
    return context.fetch(FactQuery.fileState(path));
  }

  /// Returns the git HEAD; [Head#NONE] if it is unknown.
  public Head head() {
    return context.head().orElse(Head.NONE);
  }

  /// Returns the default summary limit, for workflows without their own.
  public SummaryLimit limit() {
    return limit;
  }

  /// Change token of the store: a short text that differs after every change, by any process; a
  /// hint for watchers, see [CheckpointStore#changeToken].
  public String changeToken() {
    return store.changeToken();
  }

  /// Returns the time by the project's clock.
  public Instant now() {
    return context.now();
  }

  /// Builder of a project: every collaborator can be replaced, with the usual defaults.
  public static final class Builder {
    final Path root;
    InstantSource clock = InstantSource.system();
    private Workflows definitions = new Workflows(List.of());
    private String edition = "";
    SummaryLimit limit = SummaryLimit.DEFAULT;
    StorageIo io = new DiskIo();
    private StoreLimits storeLimits = StoreLimits.USUAL;
    private @Nullable JournalRegister register;
    Repository repository;
    @Nullable ReadyWorkSource work;
    @Nullable Predicate<String> isInstalled;
    final Map<String, String> environment;
    private PhaseSettings phases = PhaseSettings.USUAL;
    private FlowSettings flows = FlowSettings.USUAL;
    boolean trustsFiles;
    @Nullable Consumer<CheckpointId> told;
    @Nullable Instant repeatedSince;
    @Nullable String only;
    int archives = ARCHIVES;
    SecretPolicy secrets = SecretPolicy.WARN;
    private Actor actor = Actor.tool("library");
    private @Nullable String receipts;
    private @Nullable Database shared;
    private @Nullable Project earlier;
    private @Nullable Consumer<String> warned;
    @Nullable WorkTree removed;

    private Builder(ProjectRoot root, Map<String, String> environment) {
      this.root = root.folder();
      this.repository = new GitRepository(root, environment);
      this.environment = environment;
    }

    /// Takes the settings of another for reading: without subscribers, services and shared store.
    Builder(Builder other, Path root, Repository repository) {
      this.root = root;
      this.repository = repository;
      this.environment = other.environment;
      this.clock = other.clock;
      this.definitions = other.definitions;
      this.edition = other.edition;
      this.limit = other.limit;
      this.io = other.io;
      this.storeLimits = other.storeLimits;
      this.phases = other.phases;
      this.flows = other.flows;
      this.receipts = other.receipts;
      this.only = other.only;
    }

    /// Takes the time from there.
    public Builder clock(InstantSource source) {
      this.clock = source;
      return this;
    }

    /// Sets the actor of changes by [Project#run], by default the tool `library`.
    public Builder actor(Actor program) {
      this.actor = program;
      return this;
    }

    /// Adds workflows to the built-in ones, and to those that were added before. Of several with
    /// the same name, the last one counts.
    public Builder workflows(List<WorkflowDefinition> own) {
      return workflows(new Workflows(own), own.isEmpty() ? "" : own.toString());
    }

    /// Adds workflows as the other does.
    ///
    /// @param edition the fingerprint of these workflows
    public Builder workflows(Workflows own, String edition) {
      var all = new ArrayList<>(definitions.all());
      all.addAll(own.all());
      var broken = new ArrayList<>(definitions.broken());
      broken.addAll(own.broken());
      var ignored = new ArrayList<>(definitions.ignored());
      ignored.addAll(own.ignored());
      this.definitions = new Workflows(all, broken, ignored);
      this.edition += edition;
      return this;
    }

    /// Adds the workflows of the project's files in `.tidemark/workflows`, with their gates, as the
    /// command line does; those of [#workflows] stay.
    ///
    /// @throws dev.tidemark.dialects.definition.DefinitionException if a file is no definition
    /// @throws java.io.UncheckedIOException if a file cannot be read
    public Builder workflowFiles() {
      return workflows(Workspace.ProjectWorkflows.read(root));
    }

    /// Sets the default summary limit, for workflows without their own.
    public Builder limit(SummaryLimit usual) {
      this.limit = usual;
      return this;
    }

    /// Does all disk operations through there.
    public Builder io(StorageIo disk) {
      this.io = disk;
      return this;
    }

    /// Sets the lock timeout, and whether network file systems may be written to.
    public Builder limits(StoreLimits bounds) {
      this.storeLimits = bounds;
      return this;
    }

    /// Notices by that register whether the journal of a run was removed.
    public Builder journals(JournalRegister kept) {
      this.register = kept;
      return this;
    }

    /// Sets the policy for secrets in recorded texts.
    public Builder secrets(SecretPolicy policy) {
      this.secrets = policy;
      return this;
    }

    /// Asks that one about git.
    public Builder repository(Repository other) {
      this.repository = other;
      return this;
    }

    /// Asks that one about ready work, in place of Beads.
    public Builder work(ReadyWorkSource tracker) {
      this.work = tracker;
      return this;
    }

    /// Sets the settings of the dialect phase.
    public Builder phases(PhaseSettings other) {
      this.phases = other;
      return this;
    }

    /// Sets the settings of the dialect flow.
    public Builder flows(FlowSettings other) {
      this.flows = other;
      return this;
    }

    /// Asks that one whether there is a program of a name.
    public Builder programs(Predicate<String> other) {
      this.isInstalled = other;
      return this;
    }

    /// Lets only that run be changed.
    public Builder only(String run) {
      this.only = run;
      return this;
    }

    /// Keeps that many compressed copies of the finished documents of each run; 0 for none.
    public Builder archives(int newest) {
      this.archives = newest;
      return this;
    }

    /// Excludes the folder of receipts from the work tree's content; null for none.
    public Builder receipts(@Nullable String folder) {
      this.receipts = folder;
      return this;
    }

    /// Sets whether verdicts in files open gates without being recorded.
    public Builder trustFiles(boolean trust) {
      this.trustsFiles = trust;
      return this;
    }

    /// Sets a callback that is called with each changed run, after the change.
    public Builder onChange(Consumer<CheckpointId> listener) {
      this.told = listener;
      return this;
    }

    /// Sets since when this process may have recorded its changes already, through a server that
    /// did not answer: entries of the same process since then are not made again.
    public Builder repeatedSince(Instant since) {
      this.repeatedSince = since;
      return this;
    }

    /// Keeps runs in a database that several machines share; their files become copies.
    ///
    /// @param warn called with a one-sentence warning about each file that was not updated
    public Builder shared(Database database, Consumer<String> warn) {
      this.shared = database;
      this.warned = warn;
      return this;
    }

    /// Reuses the store of an earlier project with its caches, and its dialects. Folder, workflows,
    /// settings, disk and limits must be the same as they were there.
    public Builder after(Project opened) {
      this.earlier = opened;
      return this;
    }

    private StoreBackend backend(DialectLayout layout) {
      if (shared != null && warned != null) {
        return new PostgresBackend(root, io, layout, storeLimits, shared, warned);
      }
      if (removed != null) {
        return new FileBackend(removed, io, layout, storeLimits);
      }
      var journals = register == null ? JournalRegister.NONE : register;
      return new FileBackend(root, io, layout, storeLimits, journals);
    }

    /// Opens the project. Nothing is read or written yet.
    public Project open() {
      return new Project(this);
    }
  }
}
