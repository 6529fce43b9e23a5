package dev.tidemark.bench;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.path.FileLayout;
import java.util.List;
import java.util.Optional;

/// A project that holds one document, where the state dialect would keep it.
record OneDocument(CheckpointId id) implements FileLayout {
  private static final String FOLDER = ".claude/state";
  private static final String PATH = FOLDER + "/run.json";

  @Override
  public String pathOf(CheckpointId asked) {
    return PATH;
  }

  @Override
  public Optional<CheckpointId> idOf(String dialect, String path) {
    return path.equals(PATH) && dialect.equals(id.dialect()) ? Optional.of(id) : Optional.empty();
  }

  @Override
  public List<String> roots(String dialect) {
    return List.of(FOLDER);
  }
}
