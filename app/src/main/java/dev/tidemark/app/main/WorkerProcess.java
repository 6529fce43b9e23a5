package dev.tidemark.app.main;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.change.ClaimCommands;
import dev.tidemark.app.command.change.SharedQueue;
import dev.tidemark.app.command.run.PhaseJob;
import dev.tidemark.app.command.run.RunQueue;
import dev.tidemark.app.command.run.RunnerSignals;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.text.Timestamps;
import dev.tidemark.worker.QueueEntry;
import dev.tidemark.worker.Worker;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The verb `worker`, with [its specification][dev.tidemark.app.command.run.WorkerCommand] apart.
final class WorkerProcess {
  private static final int LEASE = 60;
  private static final int POLL = 5;
  private static final long STEP = 200;
  private static final String TAGS = "tags";
  private static final String DRAIN = "drain";

  private final Session session;
  private final ProcessContext place;
  private final ParsedCommand call;

  /// The calls of the agents in each work tree.
  private final Map<Path, Closeable> agents = new ConcurrentHashMap<>();

  WorkerProcess(Session session, ProcessContext place) {
    this.session = session;
    this.place = place;
    this.call = session.call();
  }

  /// Works until the process is asked to end, or tells all workers whether to take anything.
  ExitCode work() {
    if (call.has(DRAIN)) {
      return drain();
    }
    IdleMemory.watch();
    var tags = RunQueue.tags(call.value(TAGS));
    int jobs = number("jobs", 1);
    var settings =
        new Worker.Settings(
            name(),
            tags,
            jobs,
            Duration.ofSeconds(number("lease", LEASE)),
            Duration.ofSeconds(number("poll", POLL)));
    var queue = SharedQueue.open(session);
    if (queue == null) {
      return ClaimCommands.notShared(session);
    }
    if (isDry()) {
      queue.close();
      greet(settings);
      return ExitCode.SUCCESS;
    }
    var job = new PhaseJob(session, settings, queue, this::open, this::print);
    try (queue;
        var signals = new RunnerSignals();
        var worker = new Worker(queue, settings, job, text -> print("", text))) {
      worker.start();
      greet(settings);
      boolean finishing = false;
      long looked = System.nanoTime();
      while (signals.stop() != Stop.NOW && !(finishing && worker.isIdle())) {
        Thread.sleep(STEP);
        if (System.nanoTime() - looked > settings.poll().toNanos()) {
          worker.look();
          looked = System.nanoTime();
        }
        if (!finishing && signals.stop() == Stop.AFTER_ATTEMPT) {
          finishing = true;
          worker.finish();
          print("", "finishes its phases and takes no more; Ctrl-C again ends its agents");
        }
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    } finally {
      agents.values().forEach(WorkerProcess::close);
    }
    return ExitCode.SUCCESS;
  }

  private void greet(Worker.Settings settings) {
    var tags = settings.tags();
    print(
        "",
        settings.name()
            + ": takes phases"
            + (tags.isEmpty() ? "" : " with " + String.join(", ", tags))
            + ", "
            + settings.jobs()
            + " at the same time; Ctrl-C ends it");
  }

  private boolean isDry() {
    return session.changeMode() == ChangeMode.DRY_RUN;
  }

  private int number(String option, int otherwise) {
    int number = call.count(option, otherwise);
    if (number < 1) {
      throw new InputException("--" + option + " takes a number from 1 on", "Leave it out.");
    }
    return number;
  }

  /// Two workers of a machine have different names.
  private String name() {
    var actor = session.actor();
    var host = actor.host() == null ? "" : "@" + actor.host();
    var name = actor.name() + host + "-" + Long.toString(ProcessHandle.current().pid(), 36);
    var random = Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36), 36);
    return (name.length() > 40 ? name.substring(name.length() - 40) : name) + "-" + random;
  }

  /// Opens a session for the work at a run, whose agents are served from then on.
  private Session open(Path folder, QueueEntry entry) {
    agents.compute(
        folder,
        (_, earlier) -> {
          close(earlier);
          return SocketCalls.listenForAgents(place.inFolder(folder), folder);
        });
    var request = CommandRequest.text("run").argument(entry.run().toString());
    if (call.has("yes")) {
      request = request.flag("yes");
    }
    var parsed = (ParsedCommand) CommandRegistry.bind(request);
    var nowhere = OutputStream.nullOutputStream();
    var console = Console.inProcess(nowhere, nowhere, OutputOptions.of(Terminal.NONE, parsed));
    return new Session(parsed, console, place.inFolder(folder));
  }

  private static void close(@Nullable Closeable calls) {
    try {
      if (calls != null) {
        calls.close();
      }
    } catch (IOException left) {
      // The next server removes the socket.
    }
  }

  private synchronized void print(String run, String text) {
    var screen = session.screen();
    if (screen.look().json()) {
      screen.jsonLine(
          JsonObject.builder()
              .add("at", Timestamps.millis(session.project().now()))
              .addIfPresent("run", run.isEmpty() ? null : run)
              .add("text", text)
              .build());
    } else {
      screen.printConfirmation(run.isEmpty() ? text : run + ": " + text);
      screen.flush();
    }
  }

  /// Lets the workers take nothing more, or ends that.
  private ExitCode drain() {
    boolean on = !call.has("off");
    try (var queue = SharedQueue.open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      if (!isDry()) {
        queue.drain(on);
      }
      session.confirm(
          JsonObject.builder().add("ok", true).add("drained", on).build(),
          List.of(
              on
                  ? "the workers finish their phases and take no more"
                  : "the workers take phases again"));
      return ExitCode.SUCCESS;
    }
  }
}
