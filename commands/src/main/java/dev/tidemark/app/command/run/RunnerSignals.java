package dev.tidemark.app.command.run;

import dev.tidemark.app.cli.terminal.InterruptSignal;
import dev.tidemark.runner.RunnerHost.Stop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Signals of a process that runs agents: Ctrl-C stops it after its attempts; a second one, and
/// every other end of the process by a signal, ends the agents, and the attempts are recorded.
public final class RunnerSignals implements AutoCloseable {
  /// How long a signal waits until the attempts are recorded.
  private static final long SECONDS_MAX = 30;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private final InterruptSignal signal;
  private volatile Stop stop = Stop.NO;

  public RunnerSignals() {
    this.hook =
        Thread.ofPlatform()
            .name("runner-end")
            .unstarted(
                () -> {
                  stop = Stop.NOW;
                  awaitEnd();
                });
    Runtime.getRuntime().addShutdownHook(hook);
    this.signal = new InterruptSignal(this::interrupt);
  }

  private void interrupt() {
    stop = stop == Stop.NO ? Stop.AFTER_ATTEMPT : Stop.NOW;
  }

  /// If it takes longer, the supervisors end the agents when this process has gone.
  private void awaitEnd() {
    try {
      ended.await(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns what the user wants by now.
  public Stop stop() {
    return stop;
  }

  @Override
  public void close() {
    ended.countDown();
    signal.close();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process ends already.
    }
  }
}
