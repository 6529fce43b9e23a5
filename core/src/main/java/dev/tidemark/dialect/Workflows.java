package dev.tidemark.dialect;

import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Registry of workflows: the built-in ones, overridden by those of the project.
///
/// @param all in the order they are listed; a later one replaces an earlier one of the same name
/// @param broken the files of the project that are no definition
/// @param ignored what means nothing in the others, a sentence each
public record Workflows(
    List<WorkflowDefinition> all, List<BrokenFile> broken, List<String> ignored) {
  /// The code of the notice about a file that is no definition.
  public static final String BROKEN = "definition-broken";

  /// Takes its own copies of the lists.
  public Workflows {
    all = List.copyOf(all);
    broken = List.copyOf(broken);
    ignored = List.copyOf(ignored);
  }

  /// Takes workflows that can all be read.
  public Workflows(List<WorkflowDefinition> all) {
    this(all, List.of(), List.of());
  }

  /// File that is no definition. The gates in it are unknown, so nothing is changed in a run of its
  /// workflow, and no built-in workflow takes its place; other runs are not concerned.
  ///
  /// @param names the names that its workflow may have; none where it may have any
  /// @param problem the file, the line, and what is wrong there
  public record BrokenFile(List<String> names, String problem) {
    /// Takes its own copy of the list.
    public BrokenFile {
      names = List.copyOf(names);
    }
  }

  /// Returns why the definition of a workflow cannot be read; null if it can, or if there is none.
  public @Nullable String problem(String name) {
    for (var file : broken) {
      if (file.names().isEmpty() || file.names().contains(name)) {
        return file.problem();
      }
    }
    return null;
  }

  /// Returns the readable workflows with the built-in ones of a dialect before them.
  public Workflows over(List<WorkflowDefinition> builtIn) {
    var both = new ArrayList<>(builtIn);
    both.addAll(all);
    return new Workflows(both);
  }

  /// Returns the names of a dialect's workflows, each once.
  public List<String> names(String dialect) {
    var names = new ArrayList<String>();
    for (var workflow : all) {
      if (workflow.dialect().equals(dialect) && !names.contains(workflow.name())) {
        names.add(workflow.name());
      }
    }
    return names;
  }

  /// Finds the definition of a dialect's workflow, if it can be read.
  public Optional<WorkflowDefinition> find(String dialect, String name) {
    if (problem(name) != null) {
      return Optional.empty();
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      var definition = all.get(i);
      if (definition.dialect().equals(dialect) && definition.name().equals(name)) {
        return Optional.of(definition);
      }
    }
    return Optional.empty();
  }
}
