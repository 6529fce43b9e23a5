package dev.tidemark.app.command.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.history.EventView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.runner.AttemptLog;
import dev.tidemark.runner.RunResult;
import dev.tidemark.runner.Runner;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Follower of a runner in another process: prints its progress from the journal, and what its
/// agent prints from the attempt log, until it ends. Changes nothing.
final class RunFollower {
  private static final long POLL_MILLIS = 250;

  /// The polling interval of a store without a change token.
  private static final long POLL_MILLIS_SHARED = 1_000;

  /// How much of the output is shown at once: what is older is left out.
  private static final int TAIL_BYTES = 4_096;

  private static final int LINE_MAX = 300;

  private final Session session;
  private final CheckpointId id;
  private final RunProgress progress;
  private long sequence;
  private String token = "";
  private int attempt;
  private long printed;
  private @Nullable RunResult result;

  RunFollower(Session session, CheckpointId id) {
    this.session = session;
    this.id = id;
    this.progress = new RunProgress(session, id);
  }

  /// Follows the runner to its end; returns the exit code that it has ended with.
  ExitCode follow() throws IOException {
    try (var log = new AttemptLog(session.project().root(), id)) {
      if (!log.isRunning()) {
        return refused(
            Blocker.refused(
                "not-running",
                id + " is not driven by a runner",
                "Drive it: " + CommandLines.of("run", id)));
      }
      begin();
      boolean running = true;
      while (running) {
        // Asked first: what the runner has recorded before its end is read below.
        running = log.isRunning();
        read(log, !running);
        if (running) {
          Thread.sleep(token.isEmpty() ? POLL_MILLIS_SHARED : POLL_MILLIS);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.SUCCESS;
    }
    return result == null
        ? refused(
            Blocker.refused(
                "runner-lost",
                "the runner of " + id + " has ended without a result",
                "Go on: " + CommandLines.of("run", id)))
        : progress.end(result);
  }

  private ExitCode refused(Blocker blocker) {
    return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private List<HistoryEntry> history() {
    return session.project().history().history(id);
  }

  /// Shows the attempt that is under way.
  private void begin() {
    var history = history();
    if (history.isEmpty()) {
      return;
    }
    sequence = history.getLast().sequence();
    result = RunResult.of(history.getLast());
    var all = Runner.attempts(history);
    if (!all.isEmpty() && all.getLast().outcome() == null) {
      attempt = all.getLast().number();
      progress.print("attempt-started", attempt, all.getLast().startLine());
    }
  }

  private void read(AttemptLog log, boolean last) throws IOException {
    var now = session.project().changeToken();
    boolean changed = last || now.isEmpty() || !now.equals(token);
    token = now;
    var history = changed ? history() : List.<HistoryEntry>of();
    // What the agent has printed comes before the entries that follow from it.
    print(log, !history.isEmpty() && history.getLast().sequence() > sequence);
    for (var entry : history) {
      if (entry.sequence() > sequence) {
        sequence = entry.sequence();
        var ended = RunResult.of(entry);
        result = ended == null ? result : ended;
        for (var event : entry.events()) {
          show(event);
        }
      }
    }
  }

  private void show(Event event) {
    switch (event.kind()) {
      case ATTEMPT_STARTED -> {
        attempt = ((Event.AttemptStarted) event).number();
        printed = 0;
        result = null;
        var started = progress.attempt(attempt);
        if (started != null) {
          progress.print("attempt-started", attempt, started.startLine());
        }
      }
      case ATTEMPT_ENDED -> {
        int number = ((Event.AttemptEnded) event).number();
        var ended = progress.attempt(number);
        if (ended != null) {
          progress.print("attempt-ended", number, ended.endLine());
        }
        attempt = number == attempt ? 0 : attempt;
      }
      case PHASE_COMPLETED ->
          progress.print(
              "phase-complete", attempt, ((Event.PhaseCompleted) event).phase() + ": complete");
      case EVIDENCE_RECORDED -> {
        if (((Event.EvidenceRecorded) event).claim() instanceof Claim.CommandRun) {
          progress.print("gate-run", attempt, EventView.text(event));
        }
      }
      default -> {}
    }
  }

  /// Prints the lines that the agent has added, the newest of them where there are many.
  ///
  /// @param whole whether a last line without an end is one too
  private void print(AttemptLog log, boolean whole) throws IOException {
    long size = attempt == 0 ? 0 : log.printed(attempt);
    if (size <= printed) {
      return;
    }
    long from = Math.max(printed, size - TAIL_BYTES);
    var bytes = log.printed(attempt, from, size);
    int first = 0;
    int last = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        last = i + 1;
        first = first == 0 ? last : first;
      }
    }
    // The rest of a line whose beginning is left out is none.
    int begin = from == printed ? 0 : first;
    // A line that is longer than what is shown at once is shown in parts.
    int end = whole || bytes.length - last >= TAIL_BYTES ? bytes.length : last;
    printed = from + end;
    for (var line : new String(bytes, begin, end - begin, UTF_8).lines().toList()) {
      if (!line.isBlank()) {
        var text = Secrets.redacted(line);
        progress.print(
            RunProgress.OUTPUT,
            attempt,
            text.length() > LINE_MAX ? text.substring(0, LINE_MAX) + "…" : text);
      }
    }
  }
}
