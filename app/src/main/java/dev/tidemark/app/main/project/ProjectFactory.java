package dev.tidemark.app.main.project;

import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ChangedRuns;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.ThisProcess;
import dev.tidemark.app.settings.Trust;
import dev.tidemark.app.settings.YamlCache;
import dev.tidemark.app.settings.file.PasswordDatabase;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.integrations.beads.BeadsWork;
import dev.tidemark.integrations.counting.BytePairCounter;
import dev.tidemark.integrations.git.GitRepository;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.workflow.policy.CountingStrategy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Project factory for the command line: root, settings, workflows, disk.
public final class ProjectFactory implements ProcessContext.Opener, AutoCloseable {
  /// The lock timeout of hooks, in milliseconds.
  private static final long HOOK_PATIENCE = 500;

  /// The time limit of a tracker for read-only verbs, in milliseconds.
  private static final long GLANCE = 2_000;

  /// The variable that names the run of a process that the runner has started.
  private static final String RUN = "TIDEMARK_RUN";

  private final StorageIo io;
  private final @Nullable Consumer<String> log;

  /// The open databases of this process, by their addresses.
  private final Map<String, Database> databases;

  /// The cached projects; absent in a process of one call.
  private final @Nullable ProjectCache projectCache;

  private final Supplier<@Nullable Path> home;
  private final InstantSource clock;

  public ProjectFactory(StorageIo io) {
    this(io, PasswordDatabase::home);
  }

  /// @param home finds the home of the user
  public ProjectFactory(StorageIo io, Supplier<@Nullable Path> home) {
    this(io, home, InstantSource.system());
  }

  /// @param clock the clock of the projects
  public ProjectFactory(StorageIo io, Supplier<@Nullable Path> home, InstantSource clock) {
    this(io, home, clock, null, new ConcurrentHashMap<>(), null);
  }

  private ProjectFactory(
      StorageIo io,
      Supplier<@Nullable Path> home,
      InstantSource clock,
      @Nullable Consumer<String> log,
      Map<String, Database> databases,
      @Nullable ProjectCache projectCache) {
    this.io = io;
    this.home = home;
    this.clock = clock;
    this.databases = databases;
    this.log = log;
    this.projectCache = projectCache;
  }

  /// Returns a caching opener of projects for a long-lived process.
  public static ProcessContext.Opener lasting(ProcessContext.Opener opener) {
    return opener instanceof ProjectFactory projectFactory
        ? new ProjectFactory(
            projectFactory.io,
            projectFactory.home,
            projectFactory.clock,
            projectFactory.log,
            projectFactory.databases,
            new ProjectCache())
        : opener;
  }

  /// Returns the same with tracing of files read and written.
  public ProjectFactory traced(Consumer<String> told) {
    return new ProjectFactory(io, home, clock, told, databases, null);
  }

  @Override
  public Session.Opened open(ParsedCommand parsedCommand, ProcessContext place) {
    try {
      return opened(parsedCommand, place);
    } catch (DefinitionException wrong) {
      var message = String.valueOf(wrong.getMessage());
      throw new InputException(message, "Fix the file; nothing was done.");
    }
  }

  private Session.Opened opened(ParsedCommand parsedCommand, ProcessContext place) {
    var root = root(parsedCommand, place);
    var folder = root.folder();
    if (!Files.isDirectory(folder)) {
      throw new InputException(folder + " is not a folder", "Name an existing folder with --root.");
    }
    var yaml = yaml(folder);
    var trust = new Trust(folder, () -> root.repository(place.environment()), place.environment());
    var settings = settings(parsedCommand, place, yaml, trust, folder);
    logSettings(settings);
    var storeLimits =
        new StoreLimits(
            lockWaitMillis(parsedCommand, settings), parsedCommand.has("allow-network-fs"));
    var edition = new StringBuilder();
    var definitions = WorkflowFiles.read(folder, yaml, edition);
    var changedRuns = new ChangedRuns();
    var builder =
        Project.at(folder)
            .onChange(changedRuns)
            .clock(clock)
            .workflows(definitions, edition.toString())
            .limit(limit(settings))
            .limits(storeLimits)
            .journals(new JournalRegisterFile(folder, place.environment(), home))
            .secrets(settings.secrets())
            .archives(settings.archiveKeep())
            .phases(phases(settings))
            .flows(flows(settings))
            .io(disk(folder, settings))
            .trustFiles(settings.trustsFiles())
            .receipts(settings.receipts())
            .repository(repository(parsedCommand, root, place).waiting(settings.lockTimeout()))
            .programs(name -> SearchPath.of(place.environment(), folder).find(name) != null)
            .work(() -> work(parsedCommand, folder, place).ready());
    // A server executes calls of others too, and none of them is a repetition.
    if (projectCache == null && place.environment().containsKey(ThisProcess.REPEATED)) {
      builder.repeatedSince(ThisProcess.started());
    }
    var only = place.environment().get(RUN);
    if (only != null && !only.isBlank()) {
      confine(parsedCommand, only);
      builder.only(only);
    } else {
      only = null;
    }
    var address = settings.sharedStore();
    if (address != null) {
      if (settings.asksStore()) {
        StoreAddress.of(address, place.environment()).requireTls(place.environment());
      }
      builder.shared(database(address, storeLimits, place), changedRuns::warn);
    }
    var project =
        projectCache == null || address != null || only != null
            ? builder.open()
            : projectCache.open(
                builder,
                new ProjectCache.Grounds(folder, settings, edition.toString(), storeLimits));
    changedRuns.startAt(project.now());
    return new Session.Opened(project, settings, changedRuns);
  }

  /// Refuses the verbs that reach beyond one run to a process that the runner has started. Of those
  /// that do not, the store accepts changes of that run only.
  private static void confine(ParsedCommand parsedCommand, String run) {
    if (parsedCommand.effect() == CommandEffect.WRITES && !parsedCommand.has("dry-run")) {
      throw new InputException(
          parsedCommand.name() + " reaches beyond " + run + ", which this process was started for",
          "Leave it to the user, or to a session of its own.");
    }
  }

  private YamlCache yaml(Path folder) {
    return new YamlCache(
        folder,
        (name, text) -> YamlTree.read(name, text).root(),
        projectCache == null ? null : projectCache.files());
  }

  private static GitRepository repository(
      ParsedCommand parsedCommand, ProjectRoot root, ProcessContext place) {
    var git = new GitRepository(root, place.environment());
    return switch (parsedCommand.name()) {
      case "resume", "status", "list", "why", "hook" -> git.readingHeadOnce();
      default -> git;
    };
  }

  /// Other counting strategies are loaded on demand.
  private static SummaryLimit limit(Settings settings) {
    var strategy = settings.counting();
    return settings.summaryLimit(
        strategy == CountingStrategy.WORDS
            ? SummaryLimit.DEFAULT.counter()
            : new BytePairCounter(strategy));
  }

  private Database database(String address, StoreLimits storeLimits, ProcessContext place) {
    long patience = storeLimits.patienceMillis();
    var key = patience + " " + address;
    var known = databases.get(key);
    if (known == null) {
      known = new Database(StoreAddress.of(address, place.environment()), patience);
      databases.put(key, known);
    }
    return known;
  }

  /// Closes the connections that lie idle, which a process that ends need not do.
  @Override
  public void close() {
    databases.values().forEach(Database::close);
  }

  private void logSettings(Settings settings) {
    if (log == null) {
      return;
    }
    for (var settingValue : settings.all()) {
      if (!settingValue.origin().equals("default")) {
        log.accept("took " + settingValue.key().word() + " from " + settingValue.origin());
      }
    }
  }

  /// Runs of a shared store that is not trusted are only read from their files: a change would be
  /// missing in the store.
  private StorageIo disk(Path folder, Settings settings) {
    var disk = log == null ? io : new TracedIo(io, folder, log);
    var untrusted = settings.untrustedStore();
    return untrusted == null ? disk : new DocumentsOnlyIo(disk, untrusted.place());
  }

  /// Hooks start no program to find work, and read-only verbs have a short timeout.
  private static BeadsWork work(ParsedCommand parsedCommand, Path folder, ProcessContext place) {
    boolean hook = parsedCommand.name().equals("hook");
    var work = new BeadsWork(folder, hook ? Map.of() : place.environment());
    return parsedCommand.name().equals("done") ? work : work.withTimeout(GLANCE);
  }

  private static PhaseSettings phases(Settings settings) {
    return new PhaseSettings(
        settings.phasePrefix(), settings.phaseTestGate(), settings.phaseConsolidation());
  }

  private static FlowSettings flows(Settings settings) {
    return FlowSettings.of(
        settings.flowApprovals(), settings.flowAncient(), settings.flowAttempts());
  }

  /// Agents wait for no hook for long: the last one of a session has a second and a half in all.
  private static long lockWaitMillis(ParsedCommand parsedCommand, Settings settings) {
    long patience = settings.lockTimeout().toMillis();
    return parsedCommand.name().equals("hook") ? Math.min(patience, HOOK_PATIENCE) : patience;
  }

  private Settings settings(
      ParsedCommand parsedCommand, ProcessContext place, YamlCache yaml, Trust trust, Path folder) {
    try {
      return Settings.read(folder, place.environment(), options(parsedCommand), yaml, trust, home);
    } catch (SettingsException wrong) {
      throw located(folder, wrong);
    }
  }

  /// Returns the settings given as options, by their keys.
  private static Map<String, String> options(ParsedCommand parsedCommand) {
    var strategy = parsedCommand.name().equals("validate") ? parsedCommand.value("strategy") : null;
    return strategy == null ? Map.of() : Map.of("summary.strategy", strategy);
  }

  private static SettingsException located(Path folder, SettingsException wrong) {
    if (!wrong.place().endsWith(".yaml") || wrong.key().isEmpty()) {
      return wrong;
    }
    var file = folder.resolve(wrong.place());
    // A link may lead the user's own file anywhere.
    var within = file.startsWith(folder) ? folder : file.getRoot();
    return wrong.atLine(WorkflowFiles.line(wrong.place(), file, within, wrong.key()));
  }

  private static ProjectRoot root(ParsedCommand parsedCommand, ProcessContext place) {
    var named = parsedCommand.value("root");
    try {
      return ProjectRoot.find(named, place.environment(), place.folder());
    } catch (InvalidPathException e) {
      throw new InputException(
          "no folder can be called " + e.getInput() + ": " + e.getReason(),
          "Name an existing folder with --root.");
    }
  }
}
