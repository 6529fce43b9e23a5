package dev.tidemark.app.main;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.change.ClaimCommands;
import dev.tidemark.app.command.run.PhaseJob;
import dev.tidemark.app.command.run.RunQueue;
import dev.tidemark.app.command.run.RunnerSignals;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.integrations.git.RunBranch;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.text.Timestamps;
import dev.tidemark.worker.QueueEntry;
import dev.tidemark.worker.WorkQueue;
import dev.tidemark.worker.WorkQueue.Listed;
import dev.tidemark.worker.Worker;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The verb `worker` and those of its queue.
final class WorkerProcess {
  private static final int LEASE = 60;
  private static final int POLL = 5;
  private static final long STEP = 200;
  private static final String TAGS = "tags";

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

  /// Works until the process is asked to end.
  ExitCode work() {
    var tags = RunQueue.tags(call.value(TAGS));
    int jobs = number("jobs", 1);
    var settings =
        new Worker.Settings(
            name(),
            tags,
            jobs,
            Duration.ofSeconds(number("lease", LEASE)),
            Duration.ofSeconds(number("poll", POLL)));
    var queue = RunQueue.open(session);
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

  private static boolean isQueued(WorkQueue queue, CheckpointId run) {
    for (var listed : queue.entries()) {
      if (listed.entry().run().equals(run)) {
        return listed.worker() == null;
      }
    }
    return false;
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

  /// Lists the queue.
  ExitCode list() {
    try (var queue = RunQueue.open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      var entries = queue.entries();
      boolean drained = queue.isDrained();
      var all = new ArrayList<JsonObject>();
      var lines = new ArrayList<String>();
      for (var listed : entries) {
        all.add(json(listed));
        lines.add(line(listed));
      }
      if (drained) {
        lines.add("drained: workers take nothing until `tidemark worker drain --off`");
      } else if (lines.isEmpty()) {
        lines.add("nothing is queued");
      }
      session.show(
          JsonObject.builder()
              .add("ok", true)
              .add("drained", drained)
              .add("queue", JsonArray.of(all))
              .build(),
          lines);
      return ExitCode.SUCCESS;
    }
  }

  private static JsonObject json(Listed listed) {
    var entry = listed.entry();
    return JsonObject.builder()
        .add("run", entry.run().toString())
        .add("state", state(listed))
        .add("due", Timestamps.millis(listed.due()))
        .add("priority", listed.priority())
        .add(TAGS, JsonArray.ofStrings(entry.tags()))
        .addIfPresent("worker", listed.worker())
        .addIfPresent("reason", entry.reason().isEmpty() ? null : entry.reason())
        .build();
  }

  private static String state(Listed listed) {
    if (listed.worker() != null) {
      return "working";
    }
    return listed.entry().reason().isEmpty() ? "queued" : "waiting";
  }

  private static String line(Listed listed) {
    var entry = listed.entry();
    var line = new StringBuilder(entry.run() + "  " + state(listed));
    if (listed.worker() != null) {
      line.append(" by ").append(listed.worker());
    } else if (!entry.reason().isEmpty()) {
      line.append(": ").append(entry.reason());
    } else if (listed.due().isAfter(listed.now())) {
      line.append(", not before ").append(Timestamps.millis(listed.due()));
    }
    if (!entry.tags().isEmpty()) {
      line.append("  [").append(String.join(", ", entry.tags())).append(']');
    }
    return line.toString();
  }

  /// Takes a run out of the queue.
  ExitCode remove() {
    if (!(session.select() instanceof Selected selected)) {
      return session.selectionRefused(session.select());
    }
    var id = selected.id();
    try (var queue = RunQueue.open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      if (!(isDry() ? isQueued(queue, id) : queue.remove(id))) {
        return session.problem(
            new ProblemView(
                ExitCode.REFUSED.code(),
                "not-queued",
                id + " is not queued, or a worker is working at it",
                "See: tidemark worker list"));
      }
      var branch = new RunBranch(session.project().root(), place.environment(), id).name();
      session.confirm(
          JsonObject.builder().add("ok", true).add("run", id.toString()).build(),
          List.of(id + ": not queued any more; its files are on the branch " + branch));
      return ExitCode.SUCCESS;
    }
  }

  /// Lets the workers take nothing more, or ends that.
  ExitCode drain() {
    boolean on = !call.has("off");
    try (var queue = RunQueue.open(session)) {
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
