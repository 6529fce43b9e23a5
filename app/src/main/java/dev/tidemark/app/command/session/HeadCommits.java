package dev.tidemark.app.command.session;

import dev.tidemark.port.Repository;
import dev.tidemark.workflow.fact.CommitRelation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/// Ancestor test: whether HEAD contains a commit. Answers are cached for one call of the program.
final class HeadCommits implements Predicate<String> {
  /// The limit of commits looked up: each may cost a process. The others count as contained, so
  /// that nothing is reported that was not tested.
  private static final int LOOKUPS_MAX = 50;

  private final Repository repository;
  private final Map<String, Boolean> known = new HashMap<>();

  HeadCommits(Repository repository) {
    this.repository = repository;
  }

  @Override
  public boolean test(String commit) {
    var answer = known.get(commit);
    if (answer != null) {
      return answer;
    }
    if (known.size() == LOOKUPS_MAX) {
      return true;
    }
    boolean contained = repository.since(commit).orElse(CommitRelation.diverged(0)).isContained();
    known.put(commit, contained);
    return contained;
  }
}
