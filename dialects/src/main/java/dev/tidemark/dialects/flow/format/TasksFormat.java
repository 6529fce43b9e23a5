package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location and codec of the tasks of the workflow: `memory/state/execution.json`, compact when it
/// is new, in its own style afterwards. They are a part of the workflow's run, with a journal of
/// their own.
public final class TasksFormat implements Format<TasksCheckpoint>, DocumentLocator {
  /// The name of the tasks' dialect in ids; never reused.
  public static final String DIALECT = "flow-tasks";

  /// The one document there is.
  public static final CheckpointId ID = new CheckpointId(DIALECT, FlowFormat.WORKFLOW, null);

  public static final String FILE = FlowFormat.FOLDER + "/execution.json";

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

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = JsonTrees.object(ours);
    var other = JsonTrees.object(theirs);
    var before = base == null ? null : JsonTrees.object(base);
    return Result.of(FlowMerge.tasks(before, one, other, ours));
  }

  /// Contradictions of tasks are no conflicts: such tasks are blocked.
  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    return document;
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    boolean named = workflow.equals(FlowFormat.WORKFLOW) && (item == null || item.isEmpty());
    return named
        ? new NameResolution.Named(ID)
        : NameResolution.refused(
            "there are tasks of one workflow only, and none of " + workflow,
            "They are called " + ID);
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    return path.equals(FILE) ? Optional.of(ID) : Optional.empty();
  }

  @Override
  public List<String> roots() {
    return List.of(FILE);
  }

  @Override
  public List<String> ignoreLines() {
    return List.of();
  }

  @Override
  public boolean isListed() {
    return false;
  }
}
