package dev.tidemark.brief;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.World;
import dev.tidemark.resume.Doubt;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.workflow.Ancestry;
import dev.tidemark.workflow.Ask;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Checks whether this is the branch, the work tree and the commit of a run.
final class PlaceChecks {
  private final World world;
  private final Run run;
  private final Evaluation evaluation;

  PlaceChecks(World world, Run run, Evaluation evaluation) {
    this.world = world;
    this.run = run;
    this.evaluation = evaluation;
  }

  void all() {
    var fact = world.fetch(Ask.HeadNow.HEAD);
    if (!fact.isKnown()) {
      evaluation.unknown(Check.Kind.BRANCH, "git cannot be read");
      evaluation.unknown(Check.Kind.COMMIT, "git cannot be read");
      return;
    }
    var head = fact.orElse(Head.NONE);
    branch(head.branch());
    commit(head.commit());
  }

  private void branch(@Nullable String now) {
    var recorded = run.document().evidence().head().branch();
    if (recorded != null && now != null && !recorded.equals(now)) {
      var text = "the run was last worked on at branch " + recorded + "; checked out is " + now;
      evaluation.doubtful(
          Check.Kind.BRANCH,
          "another branch than at the last change",
          new Doubt(
              Doubt.Kind.ASK,
              "other-branch",
              text,
              "the newest record of the journal, and git's HEAD",
              "Ask the user whether to go on here or at the other branch",
              null));
    } else if (run.document().standing() == Standing.UNRECORDED) {
      evaluation.doubtful(
          Check.Kind.BRANCH,
          "nothing tells where the run was worked on",
          new Doubt(
              Doubt.Kind.NOTE,
              "unrecorded",
              "this work tree has no record of the run: its document came with a commit, from"
                  + " another work tree or by hand",
              "the journal in .tidemark, which is empty for this run",
              "Compare what it says with the work tree before relying on it",
              null));
    } else if (recorded == null || now == null) {
      evaluation.unknown(Check.Kind.BRANCH, "no branch to compare");
    } else {
      evaluation.holds(Check.Kind.BRANCH, "same, and the work tree");
    }
  }

  private void commit(@Nullable String now) {
    var saved = saved();
    if (saved == null || now == null) {
      evaluation.unknown(Check.Kind.COMMIT, "no commit to compare");
      return;
    }
    if (saved.equals(now)) {
      evaluation.holds(Check.Kind.COMMIT, "same");
      return;
    }
    var fact = world.fetch(new Ask.Since(saved));
    var moved = Head.abbreviated(saved) + " was checked out, now " + Head.abbreviated(now) + " is";
    var doubts = new ArrayList<Doubt>();
    if (!fact.isKnown()) {
      doubts.add(doubt("commit-unknown", moved + ", and git cannot compare: " + fact.reason()));
      evaluation.doubtful(Check.Kind.COMMIT, "HEAD has moved, nobody can tell how", doubts);
    } else if (fact.orElse(Ancestry.DIVERGED) == Ancestry.DIVERGED) {
      doubts.add(doubt("diverged", moved + ", which does not contain it"));
      evaluation.doubtful(Check.Kind.COMMIT, "HEAD has moved to where that was not", doubts);
    } else {
      evaluation.holds(Check.Kind.COMMIT, "HEAD has moved on from there");
    }
  }

  /// What the document says; where its protocol has no word for it, what the journal says.
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
