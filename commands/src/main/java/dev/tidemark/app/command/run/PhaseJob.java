package dev.tidemark.app.command.run;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.store.WebhooksCommand;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.integrations.git.GitWorktrees;
import dev.tidemark.integrations.git.RunBranch;
import dev.tidemark.library.store.TreeLeases;
import dev.tidemark.runner.RunDefinition;
import dev.tidemark.runner.RunOptions;
import dev.tidemark.runner.RunResult;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.worker.PhaseExecutor;
import dev.tidemark.worker.QueueEntry;
import dev.tidemark.worker.WorkQueue;
import dev.tidemark.worker.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Work of a worker at one phase of a run, in a git work tree of its own: fetches the files of the
/// run, claims it, drives it to the end of the phase, and pushes what was changed before that is
/// recorded.
public final class PhaseJob implements PhaseExecutor {
  /// Renewals of a claim within a lease: two of three may fail.
  private static final int BEATS = 3;

  private static final Duration RATE_LIMITED = Duration.ofMinutes(1);

  /// Doublings of a time to wait.
  private static final int DOUBLINGS = 5;

  private final Session worker;
  private final Worker.Settings settings;
  private final WorkQueue queue;
  private final BiFunction<Path, QueueEntry, Session> opener;
  private final WorkerLog log;
  private final GitWorktrees worktrees;
  private final Set<CheckpointId> underWay = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService renewals =
      Executors.newScheduledThreadPool(1, Thread.ofPlatform().daemon().factory());

  /// Takes what is told of the work at runs, a line each.
  public interface WorkerLog {
    void print(String run, String text);
  }

  /// @param worker the session of the worker
  /// @param opener opens a session in a work tree
  public PhaseJob(
      Session worker,
      Worker.Settings settings,
      WorkQueue queue,
      BiFunction<Path, QueueEntry, Session> opener,
      WorkerLog log) {
    this.worker = worker;
    this.settings = settings;
    this.queue = queue;
    this.opener = opener;
    this.log = log;
    this.worktrees = worker.project().worktrees(environment());
  }

  private Map<String, String> environment() {
    return worker.place().environment();
  }

  @Override
  public Next execute(QueueEntry entry, Control control) {
    // A worker that was cut off gets an entry again that it still works at.
    if (!underWay.add(entry.run())) {
      return new Next(entry, settings.lease());
    }
    try {
      return next(entry, control);
    } finally {
      underWay.remove(entry.run());
    }
  }

  private Next next(QueueEntry entry, Control control) {
    var name = entry.run().toString();
    try {
      long newest = newest(entry);
      if (entry.seen() != 0 && newest == entry.seen()) {
        return waiting(entry, newest, entry.reason());
      }
      var ended = new Work(entry, control).work();
      var next = ended.next();
      if (ended.isReady()) {
        return new Next(entry.ready(entry.tags()), Duration.ZERO);
      }
      return next == null ? waiting(entry, newest(entry), ended.reason()) : next;
    } catch (ClaimedException taken) {
      log.print(name, String.valueOf(taken.getMessage()));
      return new Next(entry, settings.lease());
    } catch (StaleOwnerException overtaken) {
      log.print(name, String.valueOf(overtaken.getMessage()));
      return new Next(entry, Duration.ZERO);
    } catch (StoreException
        | FormatException
        | SettingsException
        | InputException
        | IOException failure) {
      return waiting(entry, 0, String.valueOf(failure.getMessage()));
    }
  }

  private long newest(QueueEntry entry) {
    var history = worker.project().history().newest(entry.run(), 1);
    return history.isEmpty() ? 0 : history.getLast().sequence();
  }

  /// Looks again later: the longer, the more often nothing has changed.
  ///
  /// @param newest the number of the newest journal entry, if only a change of the run ends the
  ///   wait; 0 otherwise
  private Next waiting(QueueEntry entry, long newest, String reason) {
    if (!reason.equals(entry.reason())) {
      log.print(entry.run().toString(), "waits: " + reason);
    }
    var waiting = entry.waiting(newest, reason);
    return new Next(waiting, later(waiting, settings.poll()));
  }

  private static Duration later(QueueEntry entry, Duration first) {
    return first.multipliedBy(1L << Math.min(entry.waits() - 1, DOUBLINGS));
  }

  /// End of the work at a phase.
  ///
  /// @param next what follows; absent if a change of the run has to come first
  /// @param reason why the run has to wait
  private record Ended(@Nullable Next next, String reason) {
    /// The next phase can begin.
    static final Ended READY = new Ended(null, "");

    boolean isReady() {
      return next == null && reason.isEmpty();
    }

    static Ended with(Next next) {
      return new Ended(next, "");
    }
  }

  /// Work at one phase.
  private final class Work implements SessionHost.Publication {
    private final QueueEntry entry;
    private final Control control;
    private final RunBranch branch;
    private final Path tree;
    private final Path folder;
    private final Session session;
    private final TreeLeases leases;
    private String tip;
    private volatile boolean lost;
    private boolean finished;
    private boolean unpublished;

    Work(QueueEntry entry, Control control) throws IOException {
      this.entry = entry;
      this.control = control;
      var root = worker.project().root();
      this.branch = new RunBranch(root, environment(), entry.run());
      this.tree = root.resolve(".tidemark/workspaces").resolve(branch.folderName());
      this.tip = fetched();
      this.folder = checkOut();
      this.session = opener.apply(folder, entry);
      this.leases = session.project().leases().orElseThrow();
    }

    private String fetched() throws IOException {
      var commit = branch.fetch();
      if (commit == null) {
        throw new IOException(
            RunBranch.REMOTE + " has no branch " + branch.name() + "; `run --queue` pushes it");
      }
      return commit;
    }

    private Path checkOut() throws IOException {
      synchronized (worktrees) {
        return worktrees.checkOut(tree, tip, "refs/tidemark/left/" + branch.name());
      }
    }

    Ended work() throws IOException {
      var id = entry.run();
      var options = RunOptions.of(entry.options());
      var definition = commands().definition(selected(), options);
      var untrusted = untrusted(definition, options);
      if (untrusted != null) {
        return untrusted;
      }
      var lease =
          queue.claimWithin(
              id, definition.runs(), () -> leases.claim(id, settings.lease(), signature()));
      if (lease == null) {
        var reason = definition.runs() + " runs of " + id.workflow() + " are worked at already";
        return Ended.with(PhaseJob.this.waiting(entry, 0, reason));
      }
      long fence = lease.fence();
      long beat = settings.lease().toMillis() / BEATS;
      var renewal =
          renewals.scheduleWithFixedDelay(() -> renew(fence), beat, beat, TimeUnit.MILLISECONDS);
      try {
        if (!tip.equals(branch.tip())) {
          return Ended.READY; // Another machine has pushed meanwhile: its files come first.
        }
        var ended = phase(options);
        while (ended.isReady() && !control.mustYield()) {
          ended = phase(options);
        }
        return ended;
      } finally {
        renewal.cancel(false);
        release();
        if (finished && !unpublished) {
          removeTree();
        }
        var changes = session.changes();
        if (changes != null && !changes.runs().isEmpty()) {
          new WebhooksCommand(session).deliverChanges(changes);
        }
      }
    }

    private Signature signature() {
      return new Signature(session.actor(), session.project().now());
    }

    private void renew(long fence) {
      try {
        leases.renew(entry.run(), fence);
      } catch (StaleOwnerException overtaken) {
        lost = true;
      } catch (StoreUnavailableException | OutcomeUnknownException unreachable) {
        // The claim may live on: each change is refused if it does not.
      }
    }

    private void release() {
      try {
        leases.release(entry.run(), signature());
      } catch (StoreException unreachable) {
        // It ends by itself.
      }
    }

    private RunCommands commands() {
      return new RunCommands(session);
    }

    /// Drives the run to the end of its next phase.
    private Ended phase(RunOptions options) throws IOException {
      var run = selected().read(session.project().runs());
      if (isOver(run, options.until())) {
        return Ended.with(over("done"));
      }
      var phase = run.currentPhase();
      var definition = commands().definition(selected(), options);
      if (phase == null) {
        return driven(definition, options);
      }
      var needed = new TreeSet<>(RunQueue.ownTags(entry.options()));
      needed.addAll(definition.tags(phase));
      if (!settings.tags().containsAll(needed)) {
        return Ended.with(new Next(entry.ready(List.copyOf(needed)), Duration.ZERO));
      }
      return driven(definition, options.until(phase));
    }

    /// Drives the run with the settings as they are now, if these are trusted: an agent may have
    /// changed them.
    private Ended driven(RunDefinition definition, RunOptions options) throws IOException {
      var untrusted = untrusted(definition, options);
      if (untrusted != null) {
        return untrusted;
      }
      var host = new SessionHost(session, (_, _, text) -> print(text), this::stop, this);
      return ended(commands().drive(selected(), definition, options, host));
    }

    private @Nullable Ended untrusted(RunDefinition definition, RunOptions options) {
      var blocker = commands().untrusted(selected(), definition, options);
      return blocker == null ? null : Ended.with(PhaseJob.this.waiting(entry, 0, blocker.reason()));
    }

    private Ended ended(RunResult result) {
      return switch (result.status()) {
        case DONE -> Ended.READY;
        case WAITING -> waiting(result);
        case GATE -> new Ended(null, reason(result));
        case REFUSED, BUDGET -> Ended.with(over(reason(result)));
      };
    }

    private Ended waiting(RunResult result) {
      if (control.mustStop()) {
        return Ended.READY;
      }
      return switch (result.blockers().getFirst().code()) {
        case "rate-limited" -> {
          var later = entry.waiting(0, reason(result));
          yield Ended.with(new Next(later, later(later, RATE_LIMITED)));
        }
        // It is not ended by a change of the run.
        case "not-published" -> Ended.with(PhaseJob.this.waiting(entry, 0, reason(result)));
        default -> new Ended(null, reason(result));
      };
    }

    private static String reason(RunResult result) {
      return result.blockers().getFirst().reason();
    }

    private Selected selected() {
      return session.selectToChange() instanceof Selected selected ? selected : throwUnknown();
    }

    private Selected throwUnknown() {
      throw new InputException("there is no run " + entry.run(), "See: tidemark list");
    }

    private static boolean isOver(Run run, @Nullable PhaseName until) {
      boolean over = !run.open();
      for (var phase : run.phases()) {
        over |=
            phase.name().equals(until)
                && (phase.status() == PhaseStatus.COMPLETE
                    || phase.status() == PhaseStatus.SKIPPED);
      }
      return over;
    }

    private Next over(String text) {
      print(text);
      finished = true;
      return Next.over(entry);
    }

    private void removeTree() {
      try {
        synchronized (worktrees) {
          worktrees.remove(tree);
        }
      } catch (IOException left) {
        print("its work tree stays: " + left.getMessage());
      }
    }

    private void print(String text) {
      log.print(entry.run().toString(), text);
    }

    private Stop stop() {
      return lost || control.mustStop() ? Stop.NOW : Stop.NO;
    }

    /// Commits what was changed and pushes it, if the run still is ours.
    @Override
    public @Nullable String publish(PhaseName phase, int attempt) {
      leases.renew(entry.run(), leases.fence(entry.run()));
      unpublished = true;
      try {
        String commit;
        synchronized (worktrees) {
          commit =
              worktrees.commit(tree, tip, phase + ": attempt " + attempt + " at " + entry.run());
        }
        if (!commit.equals(tip)) {
          branch.push(commit, tip);
          tip = commit;
        }
        unpublished = false;
        return null;
      } catch (IOException failure) {
        return String.valueOf(failure.getMessage());
      }
    }
  }
}
