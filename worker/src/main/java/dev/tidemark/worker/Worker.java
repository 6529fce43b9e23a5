package dev.tidemark.worker;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.tidemark.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Worker: takes due entries from the queue of a shared store, several at the same time.
///
/// It tells the database every quarter of the lease that it is alive. Another worker takes over the
/// entries of one that has not for a whole lease.
public final class Worker implements AutoCloseable {
  /// Heartbeats within a lease.
  private static final int BEATS = 4;

  /// Entries of workers with other tags are left alone, however old they are.
  private static final Duration NEVER = Duration.ofDays(36_500);

  /// Looks for an entry as soon as one phase has ended; takes none that would have to wait for
  /// that.
  private static final double ONE_FREE = 0.99;

  private static final Duration RETRY = Duration.ofSeconds(10);

  private final WorkQueue queue;
  private final PhaseExecutor executor;
  private final Consumer<String> log;
  private final DatabaseClock clock;
  private final DatabaseSource connections;
  private final Scheduler scheduler;
  private final List<String> tasks;
  private volatile boolean stopping;
  private volatile boolean finishing;
  private volatile boolean drained;
  private boolean unreachable;

  /// How a worker works.
  ///
  /// @param name its name in the queue
  /// @param tags what it has to offer
  /// @param jobs how many phases it works at at the same time
  /// @param lease how long it may be silent until others take over
  /// @param poll how often it looks for due entries
  public record Settings(String name, List<String> tags, int jobs, Duration lease, Duration poll) {
    /// Takes its own copy of the tags.
    public Settings {
      tags = List.copyOf(tags);
    }
  }

  /// Connects to the database. Nothing is taken yet.
  ///
  /// @param log takes what the user of the worker should know, a line each
  /// @throws StoreException if the database cannot be reached
  public Worker(WorkQueue queue, Settings settings, PhaseExecutor executor, Consumer<String> log) {
    this.queue = queue;
    this.executor = executor;
    this.log = log;
    this.clock = new DatabaseClock(queue.database());
    this.connections = new DatabaseSource(queue.database());
    this.tasks = Tags.taskNames(settings.tags());
    var known = new ArrayList<Task<?>>();
    for (var name : tasks) {
      known.add(task(name));
    }
    this.scheduler =
        Scheduler.create(connections, known)
            .tableName(WorkQueue.TABLE)
            .serializer(WorkQueue.SERIALIZER)
            .schedulerName(new SchedulerName.Fixed(settings.name()))
            .clock(clock)
            .threads(settings.jobs())
            .enablePriority()
            .jdbcCustomization(new TakeStatement(tasks))
            .pollUsingLockAndFetch(ONE_FREE, 1.0)
            .pollingInterval(settings.poll())
            .heartbeatInterval(settings.lease().dividedBy(BEATS))
            .missedHeartbeatsLimit(BEATS)
            .deleteUnresolvedAfter(NEVER)
            .shutdownMaxWait(Duration.ofMinutes(1))
            .build();
  }

  private Task<QueueEntry> task(String name) {
    return Tasks.custom(name, QueueEntry.class)
        .onFailure(
            (ended, operations) -> {
              ended
                  .getCause()
                  .ifPresent(cause -> log.accept("this is a bug in Tidemark: " + cause));
              operations.reschedule(ended, clock.now().plus(RETRY));
            })
        .onDeadExecution((ended, operations) -> operations.reschedule(ended, clock.now()))
        .execute(this::execute);
  }

  private CompletionHandler<QueueEntry> execute(
      TaskInstance<QueueEntry> instance, ExecutionContext context) {
    int priority = instance.getPriority();
    var next = executor.execute(instance.getData(), new JobControl(priority));
    return (ended, operations) -> {
      var after = next.after();
      var task = Tags.taskName(next.entry().tags());
      if (after == null) {
        operations.remove();
      } else if (task.equals(instance.getTaskName())) {
        operations.reschedule(ended, clock.now().plus(after), next.entry());
      } else {
        // Another worker may have to go on.
        var moved =
            new TaskInstance.Builder<QueueEntry>(task, instance.getId())
                .data(next.entry())
                .priority(priority)
                .build();
        operations.removeAndScheduleNew(SchedulableInstance.of(moved, clock.now().plus(after)));
      }
    };
  }

  private final class JobControl implements PhaseExecutor.Control {
    private final int priority;

    JobControl(int priority) {
      this.priority = priority;
    }

    @Override
    public boolean mustStop() {
      return stopping;
    }

    @Override
    public boolean mustYield() {
      return stopping || finishing || drained || queue.isDueAbove(priority, tasks);
    }
  }

  /// Adjusts the clock, and looks whether the workers are to take nothing. To be called every few
  /// seconds.
  public void look() {
    try {
      clock.adjust();
      boolean drains = queue.isDrained();
      if (unreachable) {
        log.accept("the database is reached again");
      }
      unreachable = false;
      if (drains != drained && !finishing) {
        drained = drains;
        if (drains) {
          scheduler.pause();
          log.accept("drained: takes nothing until `tidemark worker --drain --off`");
        } else {
          scheduler.resume();
          log.accept("takes phases again");
        }
      }
    } catch (StoreException failure) {
      if (!unreachable) {
        log.accept(failure.getMessage() + "; tries again");
      }
      unreachable = true;
    }
  }

  /// Begins to take entries.
  public void start() {
    look();
    scheduler.start();
  }

  /// Takes nothing more, and lets phases end.
  public void finish() {
    finishing = true;
    scheduler.pause();
  }

  /// Returns whether no phase is worked at.
  public boolean isIdle() {
    return scheduler.getCurrentlyExecuting().isEmpty();
  }

  /// Takes nothing more, ends the agents, and waits until their phases are recorded as interrupted.
  @Override
  public void close() {
    stopping = true;
    scheduler.stop();
    connections.close();
  }
}
