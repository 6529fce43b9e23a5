package dev.tidemark.engine.context;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the diagnostics of dialects on the files around their documents, and applies their repairs.
public final class DialectDiagnostics {
  private final ProjectContext projectContext;

  /// Takes the project context.
  public DialectDiagnostics(ProjectContext projectContext) {
    this.projectContext = projectContext;
  }

  /// Returns the problems around the documents of a dialect.
  public List<FileDiagnostic> diagnose(Dialect<?> dialect) {
    var validator = dialect.validator();
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    answers.put(FactQuery.HEAD, projectContext.fetch(FactQuery.HEAD));
    var limit = projectContext.limit(dialect.name(), "");
    int known;
    Facts facts;
    do {
      known = answers.size();
      facts = new Facts(projectContext.now(), limit, DialectOptions.NONE, answers);
      for (var factQuery : validator.queries(facts)) {
        answers.computeIfAbsent(factQuery, projectContext::fetch);
      }
    } while (answers.size() > known);
    return validator.diagnose(facts);
  }

  /// Repairs a problem.
  ///
  /// @return why it could not be done; empty if it was
  public List<Blocker> repair(FileDiagnostic fileDiagnostic) {
    var undone = new ArrayList<Blocker>();
    for (var effect : fileDiagnostic.repair()) {
      undone.addAll(projectContext.execute(effect));
    }
    return undone;
  }
}
