package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.WorkflowsView;

/// The verb `workflows`: lists the workflows that can be started.
final class WorkflowsCommand {
  private final Session session;

  WorkflowsCommand(Session session) {
    this.session = session;
  }

  ExitCode list() {
    var view = new WorkflowsView(session.project().runs());
    session.show(view.json(), view.lines());
    return ExitCode.SUCCESS;
  }
}
