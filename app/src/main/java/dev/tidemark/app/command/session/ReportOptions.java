package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Parser of the options that report decisions and files: `--decision`, `--created`, `--modified`.
public final class ReportOptions {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public ReportOptions(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  public PhaseReport report(@Nullable ContextSummary summary) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : parsedCommand.values("created")) {
      artifacts.add(new Artifact(fromRoot(path), Artifact.Kind.CREATED));
    }
    for (var path : parsedCommand.values("modified")) {
      artifacts.add(new Artifact(fromRoot(path), Artifact.Kind.MODIFIED));
    }
    return new PhaseReport(summary, artifacts, parsedCommand.values("decision"), null);
  }

  private String fromRoot(String path) {
    return session.inputs().fromRoot(session.project().root(), path);
  }
}
