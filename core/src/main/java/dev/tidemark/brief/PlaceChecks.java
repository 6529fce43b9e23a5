package dev.tidemark.brief;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.Divergence;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.World;
import dev.tidemark.resume.Doubt;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.Past;
import dev.tidemark.workflow.Ancestry;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Fact;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Work tree checks: an incomplete git merge, and whether branch, work tree and commit match the
/// run.
final class PlaceChecks {
  private final World world;
  private final Run run;
  private final Evaluation evaluation;

  PlaceChecks(World world, Run run, Evaluation evaluation) {
    this.world = world;
    this.run = run;
    this.evaluation = evaluation;
  }

  /// Adds the changes of each side of a git merge, if the file lacks some of them.
  void merge(Past past) {
    var diverged = Divergence.of(world, past, run.dialect(), run);
    if (diverged != null) {
      evaluation.doubt(
          new Doubt(
              Doubt.Kind.MERGE,
              diverged.code(),
              diverged.text(),
              diverged.finished() ? "the parents of HEAD" : "git's index",
              Divergence.hint(run.id()),
              null));
    }
  }

  void all() {
    var fact = world.fetch(Ask.HeadNow.HEAD);
    if (!fact.isKnown()) {
      evaluation.unknown(Check.Kind.BRANCH, "git cannot be read");
      evaluation.unknown(Check.Kind.COMMIT, "git cannot be read");
      return;
    }
    var head = fact.orElse(Head.NONE);
    var ancestry = ancestry(head.commit());
    branch(head.branch(), ancestry.isKnown() && ancestry.orElse(Ancestry.SAME).isContained());
    commit(head.commit(), ancestry);
  }

  /// A branch that was made from the one of the run, and holds all that the run holds, is worth a
  /// notice; any other takes a decision of the user.
  private void branch(@Nullable String now, boolean contained) {
    var recorded = run.document().evidence().head().branch();
    if (recorded != null && now != null && !recorded.equals(now)) {
      var text = "the last change was made on branch " + recorded + "; checked out is " + now;
      evaluation.doubtful(
          Check.Kind.BRANCH,
          contained ? "another branch, which contains the last change" : "another branch",
          new Doubt(
              contained ? Doubt.Kind.NOTE : Doubt.Kind.ASK,
              "other-branch",
              text,
              "the newest entry of the journal, and git's HEAD",
              contained
                  ? "Go on here, or check out " + recorded
                  : "Ask the user whether to go on here or on the other branch",
              null));
    } else if (run.document().standing() == Standing.UNRECORDED) {
      evaluation.doubtful(
          Check.Kind.BRANCH,
          "no record in this work tree",
          new Doubt(
              Doubt.Kind.NOTE,
              "unrecorded",
              "this work tree has no journal of the run: its file came with a commit, from another"
                  + " work tree or by hand",
              "the journal in .tidemark, which is empty for this run",
              "Compare the file with the work tree before relying on it",
              null));
    } else if (recorded == null || now == null) {
      evaluation.unknown(Check.Kind.BRANCH, "no branch to compare");
    } else {
      evaluation.holds(Check.Kind.BRANCH, "unchanged");
    }
  }

  /// Returns whether HEAD contains the commit of the last change, as far as git can determine it.
  private Fact<Ancestry> ancestry(@Nullable String now) {
    var saved = saved();
    if (saved == null || now == null) {
      return Fact.unknown("there is no commit to compare");
    }
    return saved.equals(now) ? Fact.known(Ancestry.SAME) : world.fetch(new Ask.Since(saved));
  }

  private void commit(@Nullable String now, Fact<Ancestry> fact) {
    var saved = saved();
    if (saved == null || now == null) {
      evaluation.unknown(Check.Kind.COMMIT, "no commit to compare");
      return;
    }
    if (saved.equals(now)) {
      evaluation.holds(Check.Kind.COMMIT, "unchanged");
      return;
    }
    var moved = "saved at " + Head.abbreviated(saved) + ", HEAD is " + Head.abbreviated(now);
    var doubts = new ArrayList<Doubt>();
    if (!fact.isKnown()) {
      doubts.add(doubt("commit-unknown", moved + ", and git cannot compare: " + fact.reason()));
      evaluation.doubtful(Check.Kind.COMMIT, "HEAD has moved, git cannot compare", doubts);
    } else if (!fact.orElse(Ancestry.SAME).isContained()) {
      doubts.add(doubt("diverged", moved + ", which does not contain it"));
      evaluation.doubtful(Check.Kind.COMMIT, "HEAD does not contain the last save", doubts);
    } else {
      int commits = fact.orElse(Ancestry.SAME).commits();
      evaluation.holds(
          Check.Kind.COMMIT, commits + (commits == 1 ? " commit" : " commits") + " since the save");
    }
  }

  /// The commit in the document or, where the format has no field for it, in the journal.
  private @Nullable String saved() {
    var checkpoint = run.checkpoint();
    var own = checkpoint == null ? null : checkpoint.commit().orElse(null);
    return own == null ? run.document().evidence().head().commit() : own;
  }

  private static Doubt doubt(String code, String text) {
    return new Doubt(
        Doubt.Kind.ASK,
        code,
        text,
        "the checkpoint, and git's HEAD",
        "Ask the user whether the work that was done is still in this tree",
        null);
  }
}
