package dev.tidemark.dialects.flow.format;

import dev.tidemark.dialect.FormatException;
import dev.tidemark.workflow.FactQuery;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Loaded `execution.json`.
///
/// @param checkpoint its content; absent if there is none or it cannot be read
/// @param text its text; empty if it is no text
/// @param problem why it cannot be used; absent if it can, or is not there
public record LoadedTasks(
    @Nullable TasksCheckpoint checkpoint, String text, @Nullable String problem) {
  private static final LoadedTasks NONE = new LoadedTasks(null, "", null);

  /// Asks for it.
  static LoadedTasks of(FactTracker factTracker) {
    var ask = FactQuery.document(TasksFormat.ID);
    var fact = factTracker.fact(ask);
    if (!fact.isKnown()) {
      return factTracker.open().contains(ask) ? NONE : new LoadedTasks(null, "", fact.reason());
    }
    var text = fact.orElse(Optional.empty()).orElse(null);
    return text == null ? NONE : of(text);
  }

  private static LoadedTasks of(String text) {
    try {
      var tasks = new TasksFormat().decode(TasksFormat.ID, text).checkpoint();
      return TasksValidator.isUsable(tasks.root())
          ? new LoadedTasks(tasks, text, null)
          : new LoadedTasks(tasks, text, "it has no list of tasks with an id and a status each");
    } catch (FormatException damaged) {
      return new LoadedTasks(null, text, String.valueOf(damaged.getMessage()));
    }
  }

  /// Returns whether there is such a file.
  public boolean exists() {
    return checkpoint != null || problem != null;
  }

  /// Returns whether the tasks can be worked with.
  public boolean isUsable() {
    return checkpoint != null && problem == null;
  }
}
