package dev.tidemark.app.command.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.history.EventView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.runner.Attempt;
import dev.tidemark.runner.AttemptLog;
import dev.tidemark.runner.RunResult;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Follower of a runner in another process: prints its progress from the journal, and what its
/// agents print from the attempt log, until it ends. Changes nothing.
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

  /// All attempts of the run, as the journal has them.
  private List<Attempt> known = List.of();

  /// The attempts under way, each with how much of its output is shown.
  private final Map<Integer, Long> attempts = new TreeMap<>();

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

  /// Shows the attempts that are under way.
  private void begin() {
    var history = history();
    if (history.isEmpty()) {
      return;
    }
    sequence = history.getLast().sequence();
    result = RunResult.of(history.getLast());
    known = Attempt.of(history);
    for (var attempt : known) {
      if (attempt.outcome() == null) {
        attempts.put(attempt.number(), 0L);
        progress.print("attempt-started", attempt.number(), attempt.startLine());
      }
    }
  }

  private void read(AttemptLog log, boolean last) throws IOException {
    var now = session.project().changeToken();
    boolean changed = last || now.isEmpty() || !now.equals(token);
    token = now;
    var history = changed ? history() : List.<HistoryEntry>of();
    // What an agent has printed comes before the entries that follow from it.
    boolean whole = !history.isEmpty() && history.getLast().sequence() > sequence;
    for (var attempt : attempts.entrySet()) {
      attempt.setValue(print(log, attempt.getKey(), attempt.getValue(), whole));
    }
    known = changed ? Attempt.of(history) : known;
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
    switch (event) {
      case Event.AttemptStarted it -> {
        attempts.put(it.number(), 0L);
        result = null;
        for (var started : known) {
          if (started.number() == it.number()) {
            progress.print("attempt-started", it.number(), started.startLine());
          }
        }
      }
      case Event.AttemptEnded it -> {
        for (var ended : known) {
          if (ended.number() == it.number()) {
            progress.print("attempt-ended", it.number(), ended.endLine());
          }
        }
        attempts.remove(it.number());
      }
      case Event.PhaseCompleted it ->
          progress.print("phase-complete", attempt(it.phase()), it.phase() + ": complete");
      case Event.EvidenceRecorded it when it.claim() instanceof Claim.CommandRun ->
          progress.print("gate-run", 0, EventView.text(event));
      default -> {}
    }
  }

  /// Returns the attempt under way at a phase; 0 if there is none.
  private int attempt(PhaseName phase) {
    int found = 0;
    for (var attempt : known) {
      boolean underWay = attempts.containsKey(attempt.number());
      found = underWay && attempt.phase().equals(phase) ? attempt.number() : found;
    }
    return found;
  }

  /// Prints the lines that an agent has added, the newest of them where there are many. Returns how
  /// much of its output is shown now.
  ///
  /// @param printed how much was shown
  /// @param whole whether a last line without an end is one too
  private long print(AttemptLog log, int attempt, long printed, boolean whole) throws IOException {
    long size = log.printed(attempt);
    if (size <= printed) {
      return printed;
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
    for (var line : new String(bytes, begin, end - begin, UTF_8).lines().toList()) {
      if (!line.isBlank()) {
        var text = Secrets.redacted(line);
        var shown = text.length() > LINE_MAX ? text.substring(0, LINE_MAX) + "…" : text;
        progress.print(
            RunProgress.OUTPUT,
            attempt,
            attempts.size() > 1 ? "attempt " + attempt + ": " + shown : shown);
      }
    }
    return from + end;
  }
}
