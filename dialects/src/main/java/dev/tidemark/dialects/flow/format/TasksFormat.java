package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialects.flow.task.JsonTrees;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.util.List;

/// Codec of `execution.json`: compact when it is new, in its own style afterwards.
public final class TasksFormat implements Format<TasksCheckpoint> {
  /// The name of the tasks' dialect in ids; never reused.
  public static final String DIALECT = "flow-tasks";

  /// Makes the format; it has no options.
  public TasksFormat() {}

  @Override
  public DecodeResult<TasksCheckpoint> decode(CheckpointId id, String document) {
    return new DecodeResult<>(new TasksCheckpoint(id, JsonTrees.object(document)), List.of());
  }

  @Override
  public String encode(TasksCheckpoint next, String previous) {
    return previous.isEmpty()
        ? JsonText.compact(next.root())
        : JsonSplice.apply(previous, next.root());
  }
}
