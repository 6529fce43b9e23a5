package dev.tidemark.app.main;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// `tidemark run` in a process of its own. Its agent completes the phase `design`, for 0.75 USD,
/// and works on every other one until it is let go on.
public final class DrivenRun implements AutoCloseable {
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      echo "reading $TIDEMARK_PHASE"
      while [ "$TIDEMARK_PHASE" != design ] && [ ! -f .tidemark/go ]; do
        if [ -f .tidemark/say ]; then cat .tidemark/say; rm .tidemark/say; fi
        sleep 0.05
      done
      echo '```json'
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"cost_usd":0.75,"tokens_used":1200,"findings":{},"context_summary":"done"}\\n'
      echo '```'
      """;

  private static final int TRIES = 1_200;
  private static final int STEP_MILLIS = 50;

  private final CommandLineHarness tidemark;
  private final Path own;
  private final ChildProcess runner;
  private boolean ended;

  private DrivenRun(CommandLineHarness tidemark, ChildProcess runner) {
    this.tidemark = tidemark;
    this.own = tidemark.scratch().root().resolve(".tidemark");
    this.runner = runner;
  }

  /// Starts the runner of a run whose first phase is `design`, and waits until the agent works on
  /// the second one, with attempt 2.
  public static DrivenRun start(CommandLineHarness tidemark, String run) throws IOException {
    Files.createDirectories(tidemark.scratch().root().resolve(".tidemark"));
    tidemark.scratch().write("agent.sh", AGENT);
    if (!tidemark.scratch().root().resolve("agent.sh").toFile().setExecutable(true)) {
      throw new IOException("agent.sh cannot be made executable");
    }
    var driven = new DrivenRun(tidemark, tidemark.start("run " + run + " --command ./agent.sh"));
    try {
      driven.await(run, 2, "out");
    } catch (AssertionError | IOException late) {
      driven.close();
      throw late;
    }
    return driven;
  }

  /// Has the agent print a text.
  public void say(String text) throws IOException {
    var file = Files.writeString(own.resolve("say.new"), text);
    Files.move(file, own.resolve("say"), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Lets the agent go on, and waits for the end of the runner.
  public Ran goOn() throws IOException {
    Files.writeString(own.resolve("go"), "");
    return end();
  }

  /// Waits for the end of the runner.
  public Ran end() {
    ended = true;
    return runner.end();
  }

  /// Kills the runner, and waits for the end of its agent.
  public void kill(String run) throws IOException, InterruptedException {
    runner.signal("KILL");
    end();
    await(run, 2, "exit");
  }

  /// Returns the folder of an attempt.
  public Path folder(String run, int attempt) {
    return tidemark
        .scratch()
        .state()
        .resolve("attempts/state~" + run.replace('/', '~') + "/" + attempt);
  }

  /// Waits until a file of an attempt has content.
  private void await(String run, int attempt, String name) throws IOException {
    var file = folder(run, attempt).resolve(name);
    for (int i = 0; i < TRIES; i++) {
      if (Files.exists(file) && Files.size(file) > 0) {
        return;
      }
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IOException(interrupted);
      }
    }
    throw new AssertionError("no " + file + " of " + tidemark.run("run log --run " + run));
  }

  @Override
  public void close() throws IOException {
    if (!ended) {
      goOn();
    }
  }
}
