package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A team in a folder: a user with a repository, the bare one that all push to, and machines with
/// workers, each with a clone of its own. They share a store.
public final class Team {
  /// How long a worker may be silent before another one takes over.
  public static final Duration LEASE = Duration.ofSeconds(3);

  private static final List<String> PHASES = List.of("a", "b", "c", "d");

  /// An agent that appends a line to a file with the name of its phase.
  static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      sleep 0.3
      [ ! -e hang ] || sleep 600
      echo "$TIDEMARK_RUN" >> "${TIDEMARK_TASK:-$TIDEMARK_PHASE}.txt"
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"findings":{},"context_summary":"done"}'
      """;

  private final Path folder;
  private final String address;
  private final List<ChildProcess> workers = new ArrayList<>();
  private final ScratchRepository scratch;
  private final CommandLineHarness user;

  /// @param folder an empty folder
  /// @param address the shared store
  public Team(Path folder, String address) {
    this.folder = folder.toAbsolutePath();
    this.address = address;
    scratch = ScratchRepository.in(folder.resolve("user"));
    scratch.write(".gitignore", ".claude/\n.tidemark/*\n!.tidemark/workflows\n");
    scratch.write("agent.sh", AGENT);
    assertThat(scratch.root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
    define("chain", "run: {command: [./agent.sh]}\nphases: [a, b, c, d]\n");
    scratch.git("init", "--quiet", "--bare", origin().toString());
    scratch.git("remote", "add", "origin", origin().toString());
    scratch.git("push", "--quiet", "origin", "main");
    user = harness(scratch.root());
  }

  /// Returns the bare repository.
  public Path origin() {
    return folder.resolve("origin");
  }

  /// Returns the work tree of the user.
  public ScratchRepository scratch() {
    return scratch;
  }

  /// Returns the command line of the user.
  public CommandLineHarness user() {
    return user;
  }

  /// Commits a workflow.
  public void define(String name, String yaml) {
    scratch.write(".tidemark/workflows/" + name + ".yaml", yaml).commit(name);
  }

  private CommandLineHarness harness(Path clone) {
    return CommandLineHarness.in(scratch.at(clone)).with("TIDEMARK_STORE", address);
  }

  /// Returns the command line in the clone of a machine, which is made if it is not there.
  public CommandLineHarness clone(String name) {
    var clone = folder.resolve(name);
    if (!Files.exists(clone)) {
      scratch.git("clone", "--quiet", origin().toString(), clone.toString());
    }
    return harness(clone);
  }

  /// Returns the words that start a worker.
  public static String worker(String options) {
    return ("worker --yes --poll 1 --lease " + LEASE.toSeconds() + " " + options).strip();
  }

  /// Starts a worker on a machine without a network of its own.
  ChildProcess start(String name, String options) {
    return started(clone(name).start(worker(options)));
  }

  /// Has a process end with the team.
  public ChildProcess started(ChildProcess worker) {
    workers.add(worker);
    return worker;
  }

  /// Kills all workers.
  public void killWorkers() throws IOException, InterruptedException {
    for (var worker : workers) {
      worker.signal("KILL");
    }
  }

  /// Starts a run, and queues it.
  public void queue(String run, String options) {
    user.after("start " + run, "run " + run + " --yes --queue " + options);
  }

  /// Returns the entries of the queue; an empty object if the database does not answer.
  List<JsonObject> entries() {
    var entries = new ArrayList<JsonObject>();
    var ran = user.run("list --queue --json");
    var json = ran.exit() == 0 ? (JsonObject) JsonText.parse(ran.out()) : JsonObject.EMPTY;
    var queue = json.array("queue");
    if (queue == null) {
      entries.add(JsonObject.EMPTY);
    } else {
      queue.elements().forEach(entry -> entries.add((JsonObject) entry));
    }
    return entries;
  }

  /// Queues another run when there is little left to do, so that faults meet work.
  void refill(List<String> runs) {
    if (entries().size() < 2) {
      var run = "chain/r" + runs.size();
      queue(run, "");
      runs.add(run);
    }
  }

  /// What is waited for.
  public interface Condition {
    /// Returns whether it has come about.
    boolean holds(List<JsonObject> entries);
  }

  /// Waits until nothing is queued.
  public void awaitEmpty() throws InterruptedException {
    await(List::isEmpty);
  }

  /// Waits for something about the queue.
  public void await(Condition condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(4).toNanos();
    var entries = entries();
    while (!condition.holds(entries)) {
      assertThat(System.nanoTime()).as("queue: %s", entries).isLessThan(end);
      Thread.sleep(200);
      entries = entries();
    }
  }

  /// Returns the state of a run in the queue; empty if it is not there.
  public String state(String run) {
    for (var entry : entries()) {
      if (("state/" + run).equals(entry.string("run"))) {
        return String.valueOf(entry.string("state"));
      }
    }
    return "";
  }

  /// Each phase of a chain is complete once, the journal has no gap, and the branch has the files
  /// of each.
  void assertDoneOnce(String run) {
    assertThat(completed(run)).as(run).containsExactlyElementsOf(PHASES);
    assertThat(user.run("status " + run + " --json").out()).as(run).contains("\"state\":\"done\"");
    var branch = "tidemark/state/" + run;
    for (var phase : PHASES) {
      assertThat(scratch.at(origin()).git("show", branch + ":" + phase + ".txt"))
          .as(run)
          .isNotBlank();
    }
  }

  /// Returns the phases that are complete by the journal, in its order; it has no gap.
  public List<String> completed(String run) {
    var history = (JsonObject) JsonText.parse(user.run("history " + run + " --json").out());
    var entries = history.array("entries");
    var completed = new ArrayList<String>();
    long sequence = 0;
    for (var element : entries == null ? JsonArray.EMPTY.elements() : entries.elements()) {
      var entry = (JsonObject) element;
      var number = entry.number("entry");
      assertThat(number == null ? -1 : number.wholeValue().orElse(-1)).isEqualTo(++sequence);
      var events = entry.array("events");
      for (var each : events == null ? JsonArray.EMPTY.elements() : events.elements()) {
        var event = (JsonObject) each;
        if ("phase.completed".equals(event.string("kind"))) {
          completed.add(String.valueOf(event.string("phase")));
        }
      }
    }
    return completed;
  }

  /// Returns the agents that are at work in a clone.
  public List<String> agents() throws IOException {
    var found = new ArrayList<String>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        try {
          var words = Files.readString(process.resolve("cmdline")).replace('\0', ' ');
          if (words.contains("agent.sh")
              && Path.of("" + process.resolve("cwd").toRealPath())
                  .startsWith(folder.toRealPath())) {
            found.add(process.getFileName() + " " + words);
          }
        } catch (IOException gone) {
          // It has ended.
        }
      }
    }
    return found;
  }
}
