package dev.tidemark.engine.run;

import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSelection.Unclear;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Run selection: picks one of several candidate runs.
final class RunChoice {
  /// The limit of runs that a refusal lists.
  private static final int LISTED_MAX = 8;

  private final RunRepository runRepository;
  private final RunOverview runOverview;

  /// @param runOverview the source of the candidates
  RunChoice(RunRepository runRepository, RunOverview runOverview) {
    this.runRepository = runRepository;
    this.runOverview = runOverview;
  }

  /// Returns the one that the words mean, open ones first; null if there is none at all.
  @Nullable RunSelection choose(String words, List<RunSummary> found) {
    var open = new ArrayList<RunSummary>();
    for (var runSummary : found) {
      if (runSummary.open()) {
        open.add(runSummary);
      }
    }
    var candidates = open.isEmpty() ? found : open;
    if (candidates.isEmpty()) {
      return null;
    }
    return one("several runs are called " + words, candidates);
  }

  /// Returns the one there is, or why none was chosen.
  RunSelection one(String otherwise, List<RunSummary> candidates) {
    return candidates.size() == 1
        ? selected(candidates.getFirst())
        : unclear(otherwise, candidates);
  }

  private RunSelection selected(RunSummary runSummary) {
    var id = runSummary.id();
    var dialect = runRepository.dialect(id.dialect());
    if (dialect.isEmpty()) {
      throw new IllegalStateException("a run of no dialect: " + id);
    }
    return new Selected(dialect.get(), id, runOverview.read(id));
  }

  /// Returns that none was chosen, and why.
  static RunSelection unclear(String reason, List<RunSummary> candidates) {
    var names = new StringBuilder();
    for (int i = 0; i < Math.min(LISTED_MAX, candidates.size()); i++) {
      names.append(i == 0 ? "" : ", ").append(candidates.get(i).id());
    }
    if (candidates.size() > LISTED_MAX) {
      names.append(" and ").append(candidates.size() - LISTED_MAX).append(" more");
    }
    return new Unclear(
        Blocker.refused("which-run", reason + ": " + names, "Name one with --run NAME"));
  }
}
