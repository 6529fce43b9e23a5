package dev.tidemark.brief;

import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.text.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Summary of several open runs for a new session: the most recently changed runs, those of this
/// branch first, each with phase, age, branch, goal and the reason why work cannot continue.
/// Bounded, however many runs there are.
public final class OpenRunsText {
  /// The limit of runs listed.
  public static final int RUNS_MAX = 10;

  private static final int TEXT_CHARS = 200;

  private final RunRepository runRepository;
  private final @Nullable String branch;
  private final Instant now;

  /// @param branch the branch checked out; absent when detached or outside git
  public OpenRunsText(RunRepository runRepository, @Nullable String branch, Instant now) {
    this.runRepository = runRepository;
    this.branch = branch;
    this.now = now;
  }

  /// Returns the text, without a line feed at its end.
  ///
  /// @param open the open runs, in the order of [RunResolver#recent]
  public String of(List<RunSummary> open) {
    var shown = open.subList(0, Math.min(RUNS_MAX, open.size()));
    var text = new StringBuilder().append(open.size()).append(" runs of this project are open");
    text.append(counts(open)).append('.');
    text.append(shown.size() < open.size() ? " The most recently changed:\n" : "\n");
    text.append(BriefText.OPEN).append('\n');
    for (var runSummary : shown) {
      text.append(BriefLines.item(line(runSummary))).append('\n');
    }
    text.append(BriefText.CLOSE).append('\n');
    if (shown.size() < open.size()) {
      text.append(open.size() - shown.size()).append(" more: tidemark list\n");
    }
    return text.append("Resume the one to work on: tidemark resume RUN").toString();
  }

  /// Returns how many of all open runs cannot simply be continued, also of those not shown.
  private static String counts(List<RunSummary> open) {
    var counts = new ArrayList<String>();
    for (var state : State.values()) {
      long count = open.stream().filter(runSummary -> runSummary.state() == state).count();
      if (state.needsAction() && count > 0) {
        counts.add(count + " " + state.name().toLowerCase(Locale.ROOT));
      }
    }
    return counts.isEmpty() ? "" : " (" + String.join(", ", counts) + ")";
  }

  private String line(RunSummary runSummary) {
    var parts = new ArrayList<String>();
    var position = runSummary.position();
    parts.add(position.done() + " of " + position.total() + " phases done");
    var obstacle = obstacle(runSummary);
    boolean named =
        runSummary.state() == State.FAILED
            || runSummary.state() == State.STUCK
            || runSummary.state() == State.DAMAGED;
    if (position.next() != null && !named) {
      parts.add("at " + position.next());
    }
    if (obstacle != null) {
      parts.add(obstacle);
    }
    var updated = runSummary.updatedAt();
    if (updated != null) {
      parts.add(
          Timestamps.durationText(Math.max(0, Duration.between(updated, now).toSeconds()))
              + " ago");
    }
    var recorded = runSummary.branch();
    if (recorded != null && !recorded.equals(branch)) {
      parts.add("on " + recorded);
    }
    return runSummary.id() + ": " + String.join(", ", parts) + goal(runSummary);
  }

  /// Returns why work cannot continue; null if it can.
  private static @Nullable String obstacle(RunSummary runSummary) {
    if (runSummary.concerns().problem() != null) {
      return "damaged";
    }
    if (runSummary.state() == State.MISSING) {
      return "missing";
    }
    var obstacle = runSummary.concerns().obstacle();
    if (obstacle != null) {
      return shortened(obstacle.reason());
    }
    var pendingHumanAction = runSummary.concerns().pendingAction();
    return pendingHumanAction == null ? null : "waits for " + pendingHumanAction.description();
  }

  private String goal(RunSummary runSummary) {
    var goal = runRepository.inspect(runSummary.id()).goal();
    if (goal == null) {
      return "";
    }
    return "\ngoal: " + shortened(goal.text().replace('\n', ' '));
  }

  private static String shortened(String text) {
    return text.length() <= TEXT_CHARS ? text : text.substring(0, TEXT_CHARS) + " …";
  }
}
