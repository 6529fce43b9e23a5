package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Parser of the options that report decisions and files: `--decision`, `--created`, `--modified`.
final class Reports {
  private final Session session;
  private final Call call;

  Reports(Session session) {
    this.session = session;
    this.call = session.call();
  }

  PhaseReport report(@Nullable ContextSummary summary) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : call.values("created")) {
      artifacts.add(new Artifact(fromRoot(path), Artifact.Kind.CREATED));
    }
    for (var path : call.values("modified")) {
      artifacts.add(new Artifact(fromRoot(path), Artifact.Kind.MODIFIED));
    }
    return new PhaseReport(summary, artifacts, call.values("decision"), null);
  }

  private String fromRoot(String path) {
    return session.inputs().fromRoot(session.project().root(), path);
  }
}
