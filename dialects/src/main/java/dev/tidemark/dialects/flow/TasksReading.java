package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.FormatException;
import dev.tidemark.workflow.Ask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Loaded `execution.json`.
///
/// @param checkpoint its content; absent if there is none or it cannot be read
/// @param text its text; empty if it is no text
/// @param problem why it cannot be used; absent if it can, or is not there
record TasksReading(@Nullable TasksCheckpoint checkpoint, String text, @Nullable String problem) {
  private static final TasksReading NONE = new TasksReading(null, "", null);

  /// Asks for it.
  static TasksReading of(Inquiry inquiry) {
    var ask = new Ask.DocumentOf(TasksPlace.ID);
    var fact = inquiry.fact(ask);
    if (!fact.isKnown()) {
      return inquiry.open().contains(ask) ? NONE : new TasksReading(null, "", fact.reason());
    }
    var text = fact.orElse(Optional.empty()).orElse(null);
    return text == null ? NONE : of(text);
  }

  private static TasksReading of(String text) {
    try {
      var tasks = new TasksFormat().decode(TasksPlace.ID, text).checkpoint();
      return TasksValidator.isUsable(tasks.root())
          ? new TasksReading(tasks, text, null)
          : new TasksReading(tasks, text, "it has no list of tasks with an id and a status each");
    } catch (FormatException damaged) {
      return new TasksReading(null, text, String.valueOf(damaged.getMessage()));
    }
  }

  /// Returns whether there is such a file.
  boolean exists() {
    return checkpoint != null || problem != null;
  }

  /// Returns whether the tasks can be worked with.
  boolean isUsable() {
    return checkpoint != null && problem == null;
  }
}
