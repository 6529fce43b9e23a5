package dev.tidemark.workflow;

import dev.tidemark.text.PlainText;
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
    return List.of(
        Blocker.refused(
            "tree-dirty",
            "the work tree is not clean: " + PlainText.list(changed, NAMED_MAX),
            "Commit, stash or remove these changes"));
  }
}
