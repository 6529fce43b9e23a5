package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.IssueRecorded;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Service calls for the closed gates of a change: waits for the preview deployment, creates the
/// issue. The engine only refuses; nothing is called while any other gate is closed.
final class ServiceGates {
  private final Session session;
  private final List<String> called = new ArrayList<>(2);

  ServiceGates(Session session) {
    this.session = session;
  }

  /// Calls the required services, each once.
  ///
  /// @return success if the change may be tried again, how the call ended if it may not, null if
  ///   nothing is due
  @Nullable ExitCode call(Selected run, Refusal<?> no) {
    if (session.changeMode() != ChangeMode.COMMIT || no.blockers().isEmpty()) {
      return null;
    }
    for (var blocker : no.blockers()) {
      if (!blocker.isDue() || called.contains(blocker.code())) {
        return null;
      }
    }
    for (var blocker : no.blockers()) {
      called.add(blocker.code());
      var ended = call(run, blocker);
      if (ended != ExitCode.SUCCESS) {
        return ended;
      }
    }
    return ExitCode.SUCCESS;
  }

  private ExitCode call(Selected run, Blocker due) {
    if (due.code().equals(IssueRecorded.DUE)) {
      return issue(run);
    }
    if (due.code().equals(PreviewAllowed.DUE)) {
      new PreviewCommand(session, new ShipCommand(session, run)).record();
      return ExitCode.SUCCESS;
    }
    throw new IllegalArgumentException("no service opens " + due);
  }

  /// Creates the issue as soon as a phase has begun that ends with one.
  ExitCode createIssueIfGated(Selected run, List<Gate> gates) {
    for (var gate : gates) {
      if (gate.condition() instanceof IssueRecorded) {
        return issue(run);
      }
    }
    return ExitCode.SUCCESS;
  }

  private ExitCode issue(Selected run) {
    try {
      return new IssueCommand(session).record(run);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
