package dev.tidemark.app.command.session;

import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.run.Run;
import dev.tidemark.workflow.policy.CommandLines;

/// Repair hint for a document that cannot be read.
public final class RepairHint {
  private RepairHint() {}

  /// Returns the code of the problem.
  public static String code(Run run) {
    if (run.diverged()) {
      return "merge-conflict";
    }
    return run.isNewer() ? "unknown-version" : "unreadable";
  }

  /// Returns the next step.
  public static String of(Run run) {
    if (run.diverged()) {
      return Divergence.hint(run.id());
    }
    if (run.isNewer()) {
      return ProblemView.NEWER;
    }
    return run.document().sequence() == 0
        ? "Fix it; list the problems: tidemark validate --dialect "
            + run.dialect().name()
            + " "
            + CommandLines.word(run.dialect().locator().pathOf(run.id()))
        : "Put a recorded state back: " + CommandLines.of("restore", run.id());
  }
}
