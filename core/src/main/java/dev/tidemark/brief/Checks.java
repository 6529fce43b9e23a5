package dev.tidemark.brief;

import dev.tidemark.brief.Proof.Check;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.World;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.Staleness;
import dev.tidemark.workflow.Ask;
import java.util.ArrayList;
import java.util.List;

/// Checks what is recorded of a run against the world.
final class Checks {
  private static final long OLD_SECONDS = 7L * 24 * 3600;

  private final World world;
  private final Run run;
  private final Evaluation evaluation;

  Checks(World world, Run run, Evaluation evaluation) {
    this.world = world;
    this.run = run;
    this.evaluation = evaluation;
  }

  /// Makes all checks, in their order.
  ///
  /// @return the files to read, as they were found
  List<ToRead> all(Handover handover) {
    if (!schema()) {
      return List.of();
    }
    var head = world.fetch(Ask.HeadNow.HEAD);
    branch(head.orElse(Head.NONE));
    commit(head.orElse(Head.NONE));
    var reading = artifacts(handover);
    age();
    looseEnds(handover);
    return reading;
  }

  private boolean schema() {
    var path = run.dialect().place().pathOf(run.id());
    var problem = run.problem();
    if (problem == null) {
      evaluation.holds(Check.SCHEMA, "the document can be read");
      return true;
    }
    evaluation.doubtful(
        Check.SCHEMA,
        "the document cannot be read",
        new Doubt(
            Doubt.Kind.REPAIR,
            "unreadable",
            path + " cannot be read: " + problem,
            path,
            Commands.of("restore", run.id()),
            null));
    return false;
  }

  private void branch(Head head) {
    var recorded = run.document().evidence().head().branch();
    var now = head.branch();
    if (recorded == null || now == null) {
      evaluation.unknown(Check.BRANCH, "no branch to compare");
      return;
    }
    if (recorded.equals(now)) {
      evaluation.holds(Check.BRANCH, "the same as at the last change");
      return;
    }
    evaluation.doubtful(
        Check.BRANCH,
        "another than at the last change",
        new Doubt(
            Doubt.Kind.ASK,
            "other-branch",
            "the run was last worked on at branch " + recorded + ", and " + now + " is checked out",
            "the newest record of the journal, and git's HEAD",
            "Ask the user whether to go on here; git switch " + Commands.word(recorded),
            null));
  }

  private void commit(Head head) {
    var checkpoint = run.checkpoint();
    var saved = checkpoint == null ? null : checkpoint.commit().orElse(null);
    var stale = Staleness.of(saved, head);
    switch (stale.kind()) {
      case FRESH -> evaluation.holds(Check.COMMIT, "HEAD is where it was");
      case UNKNOWN -> evaluation.unknown(Check.COMMIT, "no commit to compare");
      case MOVED ->
          evaluation.doubtful(
              Check.COMMIT,
              "HEAD has moved",
              new Doubt(
                  Doubt.Kind.NOTE,
                  "stale",
                  stale.sentence(),
                  "the document, and git's HEAD",
                  "git log --oneline " + stale.saved() + "..HEAD",
                  null));
    }
  }

  private List<ToRead> artifacts(Handover handover) {
    var reading = new ArrayList<ToRead>();
    var doubts = new ArrayList<Doubt>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        for (var artifact : phase.artifacts()) {
          if (find(reading, artifact.path())) {
            continue;
          }
          boolean there = world.fetch(new Ask.Exists(artifact.path())).orElse(true);
          var state = there ? ToRead.State.PRESENT : ToRead.State.MISSING;
          reading.add(new ToRead(artifact.path(), phase.name(), state));
          if (!there && phase.status() == PhaseStatus.COMPLETE) {
            doubts.add(
                new Doubt(
                    Doubt.Kind.RERUN,
                    "artifact-missing",
                    artifact.path() + ", which " + phase.name() + " reported, is not there",
                    "the document, and the work tree",
                    Commands.enter(phase.name(), run.id()),
                    phase.name()));
          }
        }
      }
    }
    for (var path : handover.toRead()) {
      if (!find(reading, path)) {
        boolean there = world.fetch(new Ask.Exists(path)).orElse(true);
        reading.add(new ToRead(path, null, there ? ToRead.State.PRESENT : ToRead.State.MISSING));
      }
    }
    if (doubts.isEmpty()) {
      evaluation.holds(Check.ARTIFACTS, reading.isEmpty() ? "none" : reading.size() + " are there");
    } else {
      evaluation.doubtful(
          Check.ARTIFACTS, doubts.size() + " of " + reading.size() + " are missing", doubts);
    }
    return reading;
  }

  private static boolean find(List<ToRead> reading, String path) {
    for (var one : reading) {
      if (one.path().equals(path)) {
        return true;
      }
    }
    return false;
  }

  private void age() {
    var checkpoint = run.checkpoint();
    var at = checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
    if (at == null) {
      evaluation.unknown(Check.AGE, "the document does not say");
      return;
    }
    long seconds = world.now().getEpochSecond() - at.getEpochSecond();
    if (seconds < OLD_SECONDS) {
      evaluation.holds(Check.AGE, "less than 7 days");
      return;
    }
    evaluation.doubtful(
        Check.AGE,
        "7 days or more",
        new Doubt(
            Doubt.Kind.ASK,
            "old",
            "nobody has worked on it for " + seconds / 86_400 + " days",
            "the document",
            "Ask the user whether this run is still meant",
            null));
  }

  private void looseEnds(Handover handover) {
    if (handover.doubts().isEmpty()) {
      evaluation.holds(Check.LOOSE_ENDS, "none");
    } else {
      evaluation.doubtful(Check.LOOSE_ENDS, handover.doubts().size() + " found", handover.doubts());
    }
  }
}
