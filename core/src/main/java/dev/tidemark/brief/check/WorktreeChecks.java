package dev.tidemark.brief.check;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Work tree checks: an incomplete git merge, and whether branch, work tree and commit match the
/// run.
public final class WorktreeChecks {
  private final ProjectContext projectContext;
  private final Run run;
  private final CheckResults checkResults;

  public WorktreeChecks(ProjectContext projectContext, Run run, CheckResults checkResults) {
    this.projectContext = projectContext;
    this.run = run;
    this.checkResults = checkResults;
  }

  /// Adds the changes of each side of a git merge, if the file lacks some of them.
  public void merge(HistoryStore historyStore) {
    var diverged = Divergence.of(projectContext, historyStore, run.dialect(), run);
    if (diverged != null) {
      checkResults.addWarning(
          new ResumeWarning(
              ResumeWarning.Kind.MERGE,
              diverged.code(),
              diverged.text(),
              diverged.finished() ? "the parents of HEAD" : "git's index",
              Divergence.hint(run.id()),
              null));
    }
  }

  public void checkBranchAndCommit() {
    var fact = projectContext.fetch(FactQuery.HEAD);
    if (!fact.isKnown()) {
      checkResults.addUnknown(Check.Kind.BRANCH, "git cannot be read");
      checkResults.addUnknown(Check.Kind.COMMIT, "git cannot be read");
      return;
    }
    var head = fact.orElse(Head.NONE);
    var ancestry = ancestry(head.commit());
    branch(head.branch(), ancestry.isKnown() && ancestry.orElse(CommitRelation.SAME).isContained());
    commit(head.commit(), ancestry);
  }

  /// A branch that was made from the one of the run, and holds all that the run holds, is worth a
  /// notice; any other takes a decision of the user.
  private void branch(@Nullable String now, boolean contained) {
    var recorded = run.document().evidence().head().branch();
    if (recorded != null && now != null && !recorded.equals(now)) {
      var text = "the last change was made on branch " + recorded + "; checked out is " + now;
      checkResults.addDoubtful(
          Check.Kind.BRANCH,
          contained ? "another branch, which contains the last change" : "another branch",
          new ResumeWarning(
              contained ? ResumeWarning.Kind.NOTE : ResumeWarning.Kind.ASK,
              "other-branch",
              text,
              "the newest entry of the journal, and git's HEAD",
              contained
                  ? "Go on here, or check out " + recorded
                  : "Ask the user whether to go on here or on the other branch",
              null));
    } else if (run.document().syncState() == SyncState.UNRECORDED) {
      checkResults.addDoubtful(
          Check.Kind.BRANCH,
          "no record in this work tree",
          new ResumeWarning(
              ResumeWarning.Kind.NOTE,
              "unrecorded",
              "this work tree has no journal of the run: its file came with a commit, from another"
                  + " work tree or by hand",
              "the journal in .tidemark, which is empty for this run",
              "Compare the file with the work tree before relying on it",
              null));
    } else if (recorded == null || now == null) {
      checkResults.addUnknown(Check.Kind.BRANCH, "no branch to compare");
    } else {
      checkResults.addHolding(Check.Kind.BRANCH, "unchanged");
    }
  }

  /// Returns whether HEAD contains the commit of the last change, as far as git can determine it.
  private Fact<CommitRelation> ancestry(@Nullable String now) {
    var saved = saved();
    if (saved == null || now == null) {
      return Fact.unknown("there is no commit to compare");
    }
    return saved.equals(now)
        ? Fact.known(CommitRelation.SAME)
        : projectContext.fetch(FactQuery.commitRelation(saved));
  }

  private void commit(@Nullable String now, Fact<CommitRelation> fact) {
    var saved = saved();
    if (saved == null || now == null) {
      checkResults.addUnknown(Check.Kind.COMMIT, "no commit to compare");
      return;
    }
    if (saved.equals(now)) {
      checkResults.addHolding(Check.Kind.COMMIT, "unchanged");
      return;
    }
    var moved = "saved at " + Head.abbreviated(saved) + ", HEAD is " + Head.abbreviated(now);
    var warnings = new ArrayList<ResumeWarning>();
    if (!fact.isKnown()) {
      warnings.add(warning("commit-unknown", moved + ", and git cannot compare: " + fact.reason()));
      checkResults.addDoubtful(Check.Kind.COMMIT, "HEAD has moved, git cannot compare", warnings);
    } else if (!fact.orElse(CommitRelation.SAME).isContained()) {
      warnings.add(warning("diverged", moved + ", which does not contain it"));
      checkResults.addDoubtful(Check.Kind.COMMIT, "HEAD does not contain the last save", warnings);
    } else {
      int commits = fact.orElse(CommitRelation.SAME).commits();
      checkResults.addHolding(
          Check.Kind.COMMIT, commits + (commits == 1 ? " commit" : " commits") + " since the save");
    }
  }

  /// The commit in the document or, where the format has no field for it, in the journal.
  private @Nullable String saved() {
    var checkpoint = run.checkpoint();
    var own = checkpoint == null ? null : checkpoint.commit().orElse(null);
    return own == null ? run.document().evidence().head().commit() : own;
  }

  private static ResumeWarning warning(String code, String text) {
    return new ResumeWarning(
        ResumeWarning.Kind.ASK,
        code,
        text,
        "the checkpoint, and git's HEAD",
        "Ask the user whether the work that was done is still in this tree",
        null);
  }
}
