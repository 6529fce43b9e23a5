package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Line;
import dev.tidemark.app.view.Problem;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/// Problem collector of a verb that processes many runs and continues after a failure.
final class Setbacks {
  private final List<Problem> problems = new ArrayList<>();

  /// Adds the failure of a store.
  void add(StoreException failure) {
    add(Problem.of(failure));
  }

  /// Adds all that a store refused.
  void addAll(List<StoreException> failures) {
    failures.forEach(this::add);
  }

  /// Adds another problem, unless it was printed already.
  void add(Problem problem) {
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  /// Prints the results and the problems, and returns the exit code: success, or that of the most
  /// severe problem.
  ExitCode tell(Session session, JsonObject json, List<Line> lines) {
    session.paint(problems.isEmpty() ? json : with(json), lines);
    int exit = ExitCode.SUCCESS.code();
    for (var problem : problems) {
      session.screen().problem(problem.message(), problem.hint());
      exit = Math.max(exit, problem.exit());
    }
    return Session.exit(exit);
  }

  private JsonObject with(JsonObject json) {
    var all = new ArrayList<JsonObject>();
    for (var problem : problems) {
      all.add(problem.error());
    }
    var marked = json.find("ok") == null ? json : json.with("ok", JsonBoolean.of(false));
    return marked.with("problems", JsonArray.of(all));
  }
}
