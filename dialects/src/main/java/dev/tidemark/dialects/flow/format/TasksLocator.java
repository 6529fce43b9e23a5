package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location of the tasks of the workflow: `memory/state/execution.json`. They are a part of the
/// workflow's run, with a journal of their own.
public final class TasksLocator implements DocumentLocator {
  /// The one document there is.
  public static final CheckpointId ID =
      new CheckpointId(TasksFormat.DIALECT, FlowLocator.WORKFLOW, null);

  public static final String FILE = FlowLocator.FOLDER + "/execution.json";

  /// Makes it; it has no options.
  public TasksLocator() {}

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    boolean named = workflow.equals(FlowLocator.WORKFLOW) && (item == null || item.isEmpty());
    return named
        ? new NameResolution.Named(ID)
        : FlowLocator.refused(
            "there are tasks of one workflow only, and none of " + workflow,
            "They are called " + ID);
  }

  @Override
  public String pathOf(CheckpointId id) {
    return FILE;
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
  public Tracking tracking() {
    return Tracking.IGNORED;
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
