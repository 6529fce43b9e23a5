package dev.tidemark.runner;

import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.AttemptExecution.End;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.security.Secrets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Attempt under way: its process, and the limits of time, idleness and output.
///
/// An agent that ends without a valid response is asked once more, in the same session and within
/// the limits of the attempt.
final class RunningAttempt implements AutoCloseable {
  private static final Duration IDLE = Duration.ofMinutes(10);

  /// A name of a session; it never begins as an option does.
  private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

  private final AttemptExecution execution;
  private final End end;
  private final RunSettings settings;
  private final AgentAdapter adapter;
  private final HandoffRequest request;
  private final String mark;
  private final @Nullable Sandbox sandbox;
  private @Nullable SupervisedProcess process;
  private Path output;
  private long heard;
  private long printed;
  private boolean stopping;
  private boolean again;
  private @Nullable Outcome outcome;

  /// @param mark the mark of its processes
  /// @param sandbox what it works in; absent for none
  RunningAttempt(
      AttemptExecution execution,
      End end,
      RunSettings settings,
      AgentAdapter adapter,
      HandoffRequest request,
      String mark,
      @Nullable Sandbox sandbox) {
    this.execution = execution;
    this.end = end;
    this.settings = settings;
    this.adapter = adapter;
    this.request = request;
    this.mark = mark;
    this.sandbox = sandbox;
    this.output = Path.of(SupervisedProcess.OUT);
  }

  /// Starts a process of the agent.
  ///
  /// @param folder the folder of its input and output
  void start(Path folder, List<String> words) throws IOException {
    var environment = new HashMap<>(execution.host.environment());
    if (sandbox != null) {
      environment.replace("TMPDIR", Sandbox.TMP.toString());
    }
    environment.put("TIDEMARK_RUN", execution.id.toString());
    environment.put("TIDEMARK_PHASE", end.phase().value());
    environment.put("TIDEMARK_ATTEMPT", Integer.toString(end.number()));
    var place = end.place();
    if (place != null) {
      // The run is in the project, wherever the agent works.
      environment.put("GIT_ROOT", execution.root().toString());
    }
    var task = task();
    if (task != null) {
      environment.put("TIDEMARK_TASK", task);
    }
    var where = execution.folder(place);
    var own = located(words, environment);
    var all = sandbox == null ? own : sandbox.wrapCommand(adapter, where, own);
    output = folder.resolve(SupervisedProcess.OUT);
    heard = System.nanoTime();
    printed = 0;
    process =
        SupervisedProcess.start(
            execution.root(),
            folder,
            where,
            all,
            environment,
            mark,
            execution.control.gracePeriod());
  }

  /// Names the file of the agent's program, which is none of the project unless a path says so. If
  /// there is none, the shell says that it is not found, since `PATH` then has no folder of the
  /// project either.
  private List<String> located(List<String> words, Map<String, String> environment) {
    if (words.getFirst().indexOf('/') >= 0) {
      return words;
    }
    var path = SearchPath.of(environment, execution.root());
    var program = path.find(words.getFirst());
    if (program == null) {
      environment.put("PATH", path.value());
      return words;
    }
    var located = new ArrayList<>(words);
    located.set(0, program);
    return located;
  }

  /// Waits for its end, and looks at its limits. One that is beyond a limit is to be closed.
  ///
  /// @return whether it has ended, or has to
  boolean awaitEnd(Duration patience) throws IOException {
    var running = process;
    if (running == null) {
      return true;
    }
    try {
      if (running.await(patience)) {
        outcome = isTooLarge() ? Outcome.TOO_LARGE : null;
        return outcome != null || !askAgain(running);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      outcome = Outcome.INTERRUPTED;
      return true;
    }
    outcome = limit(running);
    return outcome != null;
  }

  /// Returns the limit that it has reached; null if none.
  private @Nullable Outcome limit(SupervisedProcess running) throws IOException {
    long now = System.nanoTime();
    long more = running.printed();
    if (more != printed) {
      printed = more;
      heard = now;
    }
    var stop = execution.control.stop();
    if (stop == Stop.NOW) {
      return Outcome.INTERRUPTED;
    }
    if (stop == Stop.AFTER_ATTEMPT && !stopping) {
      stopping = true;
      announce("stopping", "stops after this attempt; Ctrl-C again ends it now");
    }
    if (now - end.begin() > settings.timeout().toNanos() || execution.budget.isOutOfTime()) {
      return Outcome.TIMEOUT;
    }
    var idle = idle();
    if (idle != null && now - heard > idle.toNanos()) {
      return Outcome.IDLE;
    }
    return isTooLarge() ? Outcome.TOO_LARGE : null;
  }

  /// Asks the agent once more if it has ended without a valid response; returns whether it did.
  private boolean askAgain(SupervisedProcess ended) throws IOException {
    if (again || !adapter.resumes()) {
      return false;
    }
    again = true;
    int number = end.number();
    var reply = execution.reply(number, adapter);
    var session = reply.session();
    int shares = end.place() == null ? 1 : settings.jobs();
    var money = execution.budget.money(end.phase(), settings, shares);
    if (reply.failure() != null
        || session == null
        || !SESSION.matcher(session).matches()
        || !(execution.read(reply, request, end.place())
            instanceof Rejected<HandoffResponse>(var blockers, _))
        || !execution.budget.isLeft(money, reply.cost())
        || execution.control.stop() != Stop.NO) {
      return false;
    }
    var problem = blockers.getFirst().reason();
    announce("asked-again", "asked again: " + Secrets.redacted(problem));
    ended.close();
    var call = new AgentAdapter.Call(session, true, execution.schema(number), money);
    var folder = execution.log.openAgain(number, AgentPrompt.retryPrompt(request, problem));
    start(folder, adapter.words(settings, call));
    return true;
  }

  private void announce(String event, String text) {
    var subject = AttemptExecution.subject(end.phase(), end.place());
    execution.host.progress(event, end.number(), subject + ": " + text);
  }

  private boolean isTooLarge() throws IOException {
    return SupervisedProcess.size(output) >= SupervisedProcess.OUTPUT_MAX;
  }

  private @Nullable Duration idle() {
    var idle = settings.idle();
    return idle == null && adapter.isTalkative() ? IDLE : idle;
  }

  /// Returns the limit that it has reached; null if it has ended by itself.
  @Nullable Outcome outcome() {
    return outcome;
  }

  /// Returns what there is to say of the limit that it has reached.
  String reason() {
    return switch (outcome) {
      case TIMEOUT ->
          execution.budget.isOutOfTime()
              ? RunBudget.TIME_USED_UP
              : "it took longer than " + words(settings.timeout());
      case IDLE -> "it printed nothing for " + words(idle());
      case TOO_LARGE -> "it printed more than 16 MB";
      case INTERRUPTED -> "stopped on request";
      case null, default -> "";
    };
  }

  private static String words(@Nullable Duration duration) {
    return duration == null ? "a while" : duration.toSeconds() + " seconds";
  }

  /// Returns what is known of the attempt.
  End end() {
    return end;
  }

  RunSettings settings() {
    return settings;
  }

  AgentAdapter adapter() {
    return adapter;
  }

  HandoffRequest request() {
    return request;
  }

  /// Returns the id of its task; null if it works at the whole phase.
  @Nullable String task() {
    var place = end.place();
    return place == null ? null : place.task();
  }

  /// Ends its processes.
  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
    }
  }
}
