package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.util.List;

/// Gitignore warning: reports once for each run, when its document is created, that git would
/// commit it (R-004-47).
final class GitignoreNotice {
  /// The ignore query for any file in the folder.
  static final FactQuery.Ignored FOLDER = new FactQuery.Ignored(StateLocator.FOLDER + "/");

  private GitignoreNotice() {}

  /// Adds the notice, if the answer to the question calls for one.
  static void notice(FactQuery.Ignored ask, Facts facts, List<Notice> notices) {
    var status = facts.get(ask).orElse(IgnoreStatus.OUTSIDE);
    if (status == IgnoreStatus.VISIBLE) {
      notices.add(
          new Notice(
              "not-ignored",
              StateLocator.FOLDER
                  + "/ is not ignored by git; add the line with: tidemark gitignore"));
    } else if (status == IgnoreStatus.TRACKED) {
      notices.add(
          new Notice(
              "tracked",
              ask.path() + " is tracked by git; untrack it with: git rm --cached " + ask.path()));
    }
  }
}
