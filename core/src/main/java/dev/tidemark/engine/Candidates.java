package dev.tidemark.engine;

import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.engine.Selection.Unclear;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Run selection: picks one of several candidate runs.
final class Candidates {
  /// The limit of runs that a refusal lists.
  private static final int LISTED_MAX = 8;

  private final Runs runs;
  private final Overview overview;

  /// @param overview the source of the candidates
  Candidates(Runs runs, Overview overview) {
    this.runs = runs;
    this.overview = overview;
  }

  /// Returns the one that the words mean, open ones first; null if there is none at all.
  @Nullable Selection choose(String words, List<Glance> found) {
    var open = new ArrayList<Glance>();
    for (var glance : found) {
      if (glance.open()) {
        open.add(glance);
      }
    }
    var candidates = open.isEmpty() ? found : open;
    if (candidates.isEmpty()) {
      return null;
    }
    return one("several runs are called " + words, candidates);
  }

  /// Returns the one there is, or why none was chosen.
  Selection one(String otherwise, List<Glance> candidates) {
    return candidates.size() == 1
        ? selected(candidates.getFirst())
        : unclear(otherwise, candidates);
  }

  private Selection selected(Glance glance) {
    var id = glance.id();
    var dialect = runs.dialect(id.dialect());
    if (dialect.isEmpty()) {
      throw new IllegalStateException("a run of no dialect: " + id);
    }
    return new Selected(dialect.get(), id, overview.read(id));
  }

  /// Returns that none was chosen, and why.
  static Selection unclear(String reason, List<Glance> candidates) {
    var names = new StringBuilder();
    for (int i = 0; i < Math.min(LISTED_MAX, candidates.size()); i++) {
      names.append(i == 0 ? "" : ", ").append(candidates.get(i).id());
    }
    if (candidates.size() > LISTED_MAX) {
      names.append(" and ").append(candidates.size() - LISTED_MAX).append(" more");
    }
    return new Unclear(
        Blocker.refused("which-run", reason + ": " + names, "Say which one with --run NAME"));
  }
}
