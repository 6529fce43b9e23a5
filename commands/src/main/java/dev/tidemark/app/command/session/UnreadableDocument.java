package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.store.StoreException;
import org.jspecify.annotations.Nullable;

/// Describes an unreadable document: its path and its problem.
public final class UnreadableDocument {
  private static final String UNNAMED = "the document";

  private UnreadableDocument() {}

  /// Shows why the document of a run cannot be read.
  ///
  /// @return the exit code; null if it can be read, or there is none
  public static @Nullable ExitCode shown(Session session, Run run) {
    if (run.problem() == null) {
      return null;
    }
    try {
      session.project().checkpoints().load(run.dialect(), run.id());
      return null;
    } catch (FormatException unreadable) {
      return session.problem(problem(unreadable, run));
    }
  }

  /// Returns the problem of a run's document, with a remedy.
  public static ProblemView problem(FormatException unreadable, Run run) {
    return ProblemView.of(unreadable, path(run), hint(run));
  }

  /// Returns the problem of an unreadable document: by its path, if it is that of the selected run.
  public static ProblemView problem(FormatException unreadable, Session session) {
    try {
      if (session.selectShown() instanceof Selected chosen) {
        var run = chosen.read(session.project().runs());
        if (run.problem() != null) {
          return problem(unreadable, run);
        }
      }
    } catch (StoreException unavailable) {
      return ProblemView.of(unreadable, UNNAMED);
    }
    return ProblemView.of(unreadable, UNNAMED);
  }

  private static String path(Run run) {
    return run.dialect().locator().pathOf(run.id());
  }

  /// Returns the code of the problem.
  public static String code(Run run) {
    if (run.diverged()) {
      return "merge-conflict";
    }
    return run.isNewer() ? "unknown-version" : "unreadable";
  }

  /// Returns the next step.
  public static String hint(Run run) {
    if (run.diverged()) {
      return Divergence.hint(run.id());
    }
    if (run.isNewer()) {
      return ProblemView.NEWER;
    }
    return (run.document().sequence() == 0
            ? "Fix it; list the problems: "
            : "Put a recorded state back: ")
        + run.repairCommand();
  }
}
