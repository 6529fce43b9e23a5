package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A run that `tidemark run` drives with a client, whose model answers by the task that it is
/// given.
final class DrivenRun implements AutoCloseable {
  private static final String NOTES = "runner.log";

  /// The beginning of what a client is told that is asked again.
  static final String AGAIN = "Your answer cannot be recorded: ";

  private static final Pattern TASK = Pattern.compile("task_id is \"(.*)\", phase is \"(.*)\"");

  /// The run.
  static final String RUN = "state/feature/login";

  private static final int PATIENCE_SECONDS = 150;
  private static final long STEP_MILLIS = 100;

  private final Client client;
  private final Workspace workspace;
  private final ModelServer model;
  private final Namespace network;
  private final CountDownLatch closed;

  private DrivenRun(
      Client client,
      Workspace workspace,
      ModelServer model,
      Namespace network,
      CountDownLatch closed) {
    this.client = client;
    this.workspace = workspace;
    this.model = model;
    this.network = network;
    this.closed = closed;
  }

  /// A request of the client for the next step of a task.
  ///
  /// @param id the id of the task, which names the attempt
  /// @param phase the phase
  /// @param results what the tools have answered so far
  /// @param isAgain whether the client was asked again for a valid response
  record Task(String id, String phase, List<String> results, boolean isAgain) {
    /// The response of an agent that has done the phase.
    JsonObject complete() {
      return Protocol.object(
          "task_id",
          id,
          "phase",
          phase,
          "status",
          "complete",
          "decision",
          "PROCEED",
          "findings",
          Protocol.object("files_created", JsonArray.EMPTY, "files_modified", JsonArray.EMPTY),
          "context_summary",
          "Did the work of " + phase + ".",
          "issues",
          JsonArray.EMPTY);
    }

    /// Whether it is the task of an attempt at a phase of the run.
    boolean isOf(String name) {
      return id.contains("/" + name + "#");
    }

    /// The number of the attempt.
    int attempt() {
      return Integer.parseInt(id.substring(id.indexOf('#') + 1));
    }
  }

  /// Starts a run `feature/login` with the phases plan, code and text.
  ///
  /// @param settings the settings of `run:` in the workflow
  /// @param script the model; [#SILENCE] is a turn that never comes
  static DrivenRun start(Client client, Path folder, String settings, Function<Task, Turn> script)
      throws IOException {
    var driver = client.driver();
    var workspace = Workspace.in(folder);
    workspace
        .scratch()
        .write(
            ".tidemark/workflows/feature.yaml",
            "run: {" + settings + "}\nphases: [plan, code, text]\n");
    driver.prepare(workspace);
    var lines = new ArrayList<String>();
    driver.environment().forEach((name, value) -> lines.add(name + "=" + value));
    var file = workspace.home().resolve(".config/tidemark/agent.env");
    Files.createDirectories(file.getParent());
    Files.write(file, lines, UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    workspace.after("start " + RUN);
    var closed = new CountDownLatch(1);
    var model = ModelServer.start(request -> answer(request, script, closed));
    return new DrivenRun(client, workspace, model, Namespace.leadingTo(model.address()), closed);
  }

  private static Turn answer(
      ModelRequest request, Function<Task, Turn> script, CountDownLatch closed) {
    var task = TASK.matcher(request.text());
    if (!request.isStep() || !task.find()) {
      return Turn.say(Session.ASIDE);
    }
    boolean again = request.text().contains(AGAIN);
    var turn = script.apply(new Task(task.group(1), task.group(2), request.results(), again));
    if (!turn.equals(SILENCE)) {
      return turn;
    }
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Turn.say("Too late.");
  }

  /// A turn that does not come as long as the run is driven.
  static final Turn SILENCE = Turn.say("Silence.");

  Workspace workspace() {
    return workspace;
  }

  /// Returns the requests that are steps of a conversation.
  List<ModelRequest> steps() {
    return model.requests().stream().filter(ModelRequest::isStep).toList();
  }

  /// Returns the request that began an attempt.
  ModelRequest first(int attempt) {
    for (var step : steps()) {
      var task = TASK.matcher(step.text());
      if (task.find() && task.group(1).endsWith("#" + attempt)) {
        return step;
      }
    }
    throw new AssertionError("attempt " + attempt + " asked nothing");
  }

  /// Drives the run until the runner ends, and expects that no process of it is left.
  Ran run(String... options) throws IOException {
    var ran = workspace.run(words(options), workspace.environment());
    awaitNoProcess();
    return ran;
  }

  private List<String> words(String... options) {
    var words = new ArrayList<>(List.of(Installation.tidemark().toString(), "run", RUN, "--yes"));
    words.addAll(List.of("--agent", client.driver().agent()));
    words.addAll(List.of(options));
    return network.inside(words);
  }

  /// Starts the runner.
  Process begin(String... options) throws IOException {
    var out = workspace.root().resolveSibling(NOTES);
    // A process in the background ignores SIGINT, and hands that on.
    var words = new ArrayList<>(List.of("env", "--default-signal=INT"));
    words.addAll(words(options));
    return workspace.start(words, workspace.environment(), out, out);
  }

  /// Waits until a runner that was begun has printed a text.
  void awaitNote(String text) {
    awaitUntil(
        () -> {
          try {
            return Files.readString(workspace.root().resolveSibling(NOTES), UTF_8).contains(text);
          } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
          }
        },
        () -> "the runner does not print: " + text);
  }

  /// Sends a runner what Ctrl-C sends.
  void interrupt(Process runner) throws IOException, InterruptedException {
    var signal = List.of("kill", "-INT", "" + runner.pid());
    assertThat(workspace.run(signal, workspace.environment()).exit()).isZero();
  }

  /// Returns the response that completes a task.
  static Turn done(Client client, Task task) {
    return client.driver().structured(task.complete());
  }

  /// Waits for the end of a runner; returns its exit code.
  static int await(Process runner) throws InterruptedException {
    assertThat(runner.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return runner.exitValue();
  }

  /// Returns what the journal has of the attempts.
  List<JsonObject> attempts() {
    var listed = workspace.tidemark("run log --json --run " + RUN).json().array("attempts");
    var attempts = new ArrayList<JsonObject>();
    for (var element : listed == null ? JsonArray.EMPTY.elements() : listed.elements()) {
      attempts.add((JsonObject) element);
    }
    return attempts;
  }

  /// Returns how the attempts have ended.
  List<String> outcomes() {
    return attempts().stream().map(it -> String.valueOf(it.string("outcome"))).toList();
  }

  /// Returns a number that is known of the end of an attempt; -1 if it is not known.
  static long number(JsonObject attempt, String key) {
    var end = attempt.object("end");
    var number = end == null ? null : end.number(key);
    return number == null ? -1 : number.wholeValue().orElse(0);
  }

  /// Returns a text that is known of the start or the end of an attempt.
  static @Nullable String text(JsonObject attempt, String when, String key) {
    var known = attempt.object(when);
    return known == null ? null : known.string(key);
  }

  /// Returns what was printed in all attempts, to explain a failure.
  String printed() throws IOException {
    var printed = new StringBuilder();
    try (var files = Files.walk(workspace.root().resolve(".git/tidemark/main/attempts"))) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (List.of("out", "err", "last", "exit").contains(String.valueOf(file.getFileName()))) {
          printed.append("\n--- ").append(file).append('\n').append(Files.readString(file, UTF_8));
        }
      }
    }
    return printed.toString();
  }

  /// Waits for a condition, which is named where it is waited for in vain.
  static void awaitUntil(BooleanSupplier condition, Supplier<String> what) {
    for (long i = 0; i < PATIENCE_SECONDS * 1000L / STEP_MILLIS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
    throw new AssertionError("waited in vain: " + what.get());
  }

  /// Waits until no process is left of all that was started with the home folder of the project.
  void awaitNoProcess() {
    awaitUntil(() -> processes().isEmpty(), () -> "the end of " + processes());
  }

  /// Returns the processes with the home folder of the project, by their ids.
  Map<Long, String> processes() {
    var mark = "HOME=" + workspace.home();
    var found = new TreeMap<Long, String>();
    ProcessHandle.allProcesses()
        .forEach(
            process -> {
              var variables = Path.of("/proc", Long.toString(process.pid()), "environ");
              try {
                if (Files.readString(variables, ISO_8859_1).contains(mark)) {
                  found.put(process.pid(), process.info().commandLine().orElse("?"));
                }
              } catch (IOException gone) {
                // It has ended, or is none of ours.
              }
            });
    return found;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    processes()
        .keySet()
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    network.close();
    model.close();
  }
}
