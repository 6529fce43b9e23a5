package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/// Problem collector of a verb that processes many runs and continues after a failure.
public final class ProblemCollector {
  private final List<ProblemView> problems = new ArrayList<>();

  /// Adds the failure of a store.
  public void add(StoreException failure) {
    add(ProblemView.of(failure));
  }

  /// Adds all that a store refused.
  public void addAll(List<StoreException> failures) {
    failures.forEach(this::add);
  }

  /// Adds another problem, unless it was printed already.
  public void add(ProblemView problemView) {
    if (!problems.contains(problemView)) {
      problems.add(problemView);
    }
  }

  /// Prints the results and the problems, and returns the exit code: success, or that of the most
  /// severe problem.
  public ExitCode showResults(Session session, JsonObject json, List<StyledLine> lines) {
    session.paint(problems.isEmpty() ? json : with(json), lines);
    int exit = ExitCode.SUCCESS.code();
    for (var problemView : problems) {
      session.screen().problem(problemView.message(), problemView.hint());
      exit = Math.max(exit, problemView.exit());
    }
    return Session.exit(exit);
  }

  private JsonObject with(JsonObject json) {
    var all = new ArrayList<JsonObject>();
    for (var problemView : problems) {
      all.add(problemView.error());
    }
    var marked = json.find("ok") == null ? json : json.with("ok", JsonBoolean.of(false));
    return marked.with("problems", JsonArray.of(all));
  }
}
