package dev.tidemark.runner;

import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.workflow.Blocker;
import java.io.Serial;

/// Missing run: another program has removed its document or its journal while it was driven.
final class MissingRunException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Run run;

  MissingRunException(Run run) {
    super(run.id() + " is missing");
    this.run = run;
  }

  /// Returns what is missing, and how a person brings it back.
  Blocker blocker() {
    return MissingDocument.blocker(run.dialect(), run.id(), run.document());
  }
}
