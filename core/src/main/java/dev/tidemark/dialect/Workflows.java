package dev.tidemark.dialect;

import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// Registry of workflows: the built-in ones, overridden by those of the project.
///
/// @param all in the order they are listed; a later one replaces an earlier one of the same name
public record Workflows(List<WorkflowDefinition> all) {
  /// Takes its own copy of the list.
  public Workflows {
    all = List.copyOf(all);
  }

  /// Finds the definition of a dialect's workflow.
  public Optional<WorkflowDefinition> find(String dialect, String name) {
    for (int i = all.size() - 1; i >= 0; i--) {
      var definition = all.get(i);
      if (definition.dialect().equals(dialect) && definition.name().equals(name)) {
        return Optional.of(definition);
      }
    }
    return Optional.empty();
  }
}
