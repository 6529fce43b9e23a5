package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location of the one workflow of a project: `memory/state/phase.json`.
public final class FlowLocator implements DocumentLocator {
  /// The name of the workflow in run names.
  public static final String WORKFLOW = "develop";

  /// The one run there is.
  public static final CheckpointId ID = new CheckpointId(FlowFormat.DIALECT, WORKFLOW, null);

  static final String FOLDER = "memory/state";
  public static final String FILE = FOLDER + "/phase.json";

  /// The temporary name of a new document before its rename.
  public static final String PASSAGE = FILE + ".tmp";

  /// Makes it; it has no options.
  public FlowLocator() {}

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    if (!workflow.equals(WORKFLOW)) {
      return refused(
          "there is no workflow " + workflow + " with a state in " + FOLDER,
          "There is one: " + FlowFormat.DIALECT + "/" + WORKFLOW);
    }
    return item == null || item.isEmpty()
        ? new NameResolution.Named(ID)
        : refused(
            "there is one workflow at a time, and none about " + item,
            "Leave the name out: " + FlowFormat.DIALECT + "/" + WORKFLOW);
  }

  static NameResolution refused(String reason, String hint) {
    return new NameResolution.Unnameable(Blocker.refused("bad-name", reason, hint));
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
  public List<String> keptFolders() {
    return List.of(FlowArchives.FOLDER);
  }

  @Override
  public Tracking tracking() {
    return Tracking.IGNORED;
  }

  @Override
  public List<String> ignoreLines() {
    return List.of(FOLDER + "/");
  }

  @Override
  public Optional<String> temporaryPathOf(CheckpointId id) {
    return Optional.of(PASSAGE);
  }
}
