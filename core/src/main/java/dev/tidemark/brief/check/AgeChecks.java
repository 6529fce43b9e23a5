package dev.tidemark.brief.check;

import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Age checks: the time since the last change, and work that was interrupted.
public final class AgeChecks {
  private static final long OLD_DAYS = 7;
  private static final long DAY_SECONDS = 24 * 3600;

  /// Clocks of two machines may differ that much.
  private static final long TOLERANCE_SECONDS = 300;

  private final ProjectContext projectContext;
  private final Run run;
  private final CheckResults checkResults;

  public AgeChecks(ProjectContext projectContext, Run run, CheckResults checkResults) {
    this.projectContext = projectContext;
    this.run = run;
    this.checkResults = checkResults;
  }

  public void age() {
    var checkpoint = run.checkpoint();
    var at = checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
    if (at == null) {
      checkResults.unknown(Check.Kind.AGE, "the file has no time of its last change");
      return;
    }
    long seconds = projectContext.now().getEpochSecond() - at.getEpochSecond();
    if (seconds < -TOLERANCE_SECONDS) {
      checkResults.doubtful(
          Check.Kind.AGE,
          "last change in the future",
          doubt(
              ResumeWarning.Kind.NOTE,
              "in-the-future",
              "the time of the last change is in the future"));
    } else if (seconds < OLD_DAYS * DAY_SECONDS) {
      checkResults.holds(Check.Kind.AGE, ago(seconds));
    } else {
      var text = "the last change was " + seconds / DAY_SECONDS + " days ago";
      checkResults.doubtful(
          Check.Kind.AGE,
          "older than " + OLD_DAYS + " days",
          doubt(ResumeWarning.Kind.ASK, "old", text));
    }
  }

  /// Returns a length of time in words: `less than a minute`, `3 min`, `2 h`, `9 days`.
  public static String ago(long seconds) {
    if (seconds < 60) {
      return "less than a minute";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min";
    }
    return seconds < 2 * DAY_SECONDS ? seconds / 3600 + " h" : seconds / DAY_SECONDS + " days";
  }

  private ResumeWarning doubt(ResumeWarning.Kind kind, String code, String text) {
    var path = run.dialect().place().pathOf(run.id());
    var hint = "Ask the user whether this run is still meant";
    return new ResumeWarning(kind, code, text, path, hint, null);
  }

  /// A blocker that was noted holds until it is resolved, or its phase is begun again.
  private void blocked(List<ResumeWarning> loose) {
    for (var note : run.blockers()) {
      var phase = note.phase();
      var resume =
          phase == null ? CommandLines.of("resume", run.id()) : CommandLines.enter(phase, run.id());
      loose.add(
          new ResumeWarning(
              ResumeWarning.Kind.ASK,
              "blocked",
              "blocked by: " + note.text(),
              "a note of " + run.id(),
              "Ask the user whether it is cleared; then " + resume,
              phase));
    }
  }

  /// Adds what is left of an interrupted change, or waits for a person.
  ///
  /// @param left the remains of an interruption, by the documents
  public void looseEnds(List<ResumeWarning> left) {
    var loose = new ArrayList<>(left);
    var pendingHumanAction = run.waiting();
    if (pendingHumanAction != null) {
      var command = CommandLines.of(pendingHumanAction.command(), run.id());
      loose.add(
          new ResumeWarning(
              ResumeWarning.Kind.ASK,
              "waiting-for-person",
              "waiting for a person: " + pendingHumanAction.what() + " (" + command + ")",
              run.dialect().place().pathOf(run.id()),
              "Ask the user for it: " + command,
              null));
    }
    blocked(loose);
    if (loose.isEmpty()) {
      checkResults.holds(Check.Kind.LOOSE_ENDS, "none");
    } else {
      checkResults.doubtful(Check.Kind.LOOSE_ENDS, String.valueOf(loose.size()), loose);
    }
  }
}
