package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/// File with the name of a checkpoint file that is no run: it belongs to another tool, or is a copy
/// of a checkpoint file.
///
/// @param dialect the dialect that gives files such names
/// @param path its path from the project root
/// @param original the run of whose file it is a copy; absent for the file of another tool
public record ForeignFile(Dialect<?> dialect, String path, @Nullable CheckpointId original) {
  /// Returns why it is no run, as the end of a sentence that its path begins.
  public String reason() {
    return original == null
        ? "not a checkpoint of the format " + dialect.name()
        : "a copy of " + dialect.locator().pathOf(original) + ", and no run";
  }
}
