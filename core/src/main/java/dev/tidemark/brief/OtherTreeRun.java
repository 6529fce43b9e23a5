package dev.tidemark.brief;

import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.workflow.policy.CommandLines;
import org.jspecify.annotations.Nullable;

/// Run of another work tree, as it is shown in this one.
///
/// @param summary the summary of the run
/// @param relation how its work tree is related to this one: `work tree`, `superproject` or
///   `submodule`
/// @param path the root of the project in its work tree
/// @param branch the branch that is checked out there; absent if there is none
/// @param isRemoved whether the work tree was removed
public record OtherTreeRun(
    RunSummary summary, String relation, String path, @Nullable String branch, boolean isRemoved) {
  /// The relation of the other work trees of the same repository.
  public static final String WORK_TREE = "work tree";

  /// Returns the command that goes to the run, or takes it into this work tree.
  public String command() {
    return isRemoved
        ? CommandLines.of("restore", summary.id()) + " --here"
        : "cd " + CommandLines.word(path);
  }

  /// Returns the place of the run: `the work tree /src/app (branch main)`.
  public String place() {
    var shown = (isRemoved ? "removed " : "") + relation + " " + path;
    return "the " + shown + (branch == null ? "" : " (branch " + branch + ")");
  }

  /// Returns the run in one line, with the command to type.
  String text() {
    var position = summary.position();
    var next = position.next();
    return (relation.equals(WORK_TREE) ? "" : "run of the " + relation + ": ")
        + summary.id()
        + ": "
        + position.done()
        + " of "
        + position.total()
        + " phases done"
        + (next == null ? "" : ", at " + next)
        + (relation.equals(WORK_TREE) ? ", in " + place() : ", in " + path)
        + ": "
        + command();
  }
}
