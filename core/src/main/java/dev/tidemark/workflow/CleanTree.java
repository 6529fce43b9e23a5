package dev.tidemark.workflow;

import java.util.List;

/// Gate condition: the work tree is clean, checkpoints excluded.
public record CleanTree() implements Condition {
  /// The limit of paths that a message names.
  private static final int NAMED_MAX = 3;

  @Override
  public String text() {
    return "the work tree is clean";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return List.of(FactQuery.CHANGED_FILES);
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var fact = gateContext.facts().get(FactQuery.CHANGED_FILES);
    if (!fact.isKnown()) {
      return List.of(
          Blocker.refused(
              "gate-unknown",
              "cannot determine whether the work tree is clean: " + fact.reason(),
              "Work in a git repository with git on the PATH"));
    }
    var changed = fact.orElse(List.of());
    if (changed.isEmpty()) {
      return List.of();
    }
    int named = Math.min(NAMED_MAX, changed.size());
    var names = String.join(", ", changed.subList(0, named));
    var more = changed.size() > named ? " and " + (changed.size() - named) + " more" : "";
    return List.of(
        Blocker.refused(
            "tree-dirty",
            "the work tree is not clean: " + names + more,
            "Commit, stash or remove these changes"));
  }
}
