package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.path.FileLayout;
import java.util.List;
import java.util.Optional;

/// One folder for all documents; names are taken as they come, so that the store has to guard
/// itself.
public record FlatLayout() implements FileLayout {
  static final String FOLDER = "state";

  @Override
  public String pathOf(CheckpointId id) {
    return FOLDER + "/" + id.workflow() + (id.item() == null ? "" : "-" + id.item()) + ".json";
  }

  @Override
  public Optional<CheckpointId> idOf(String dialect, String path) {
    if (!path.endsWith(".json") || !path.startsWith(FOLDER + "/")) {
      return Optional.empty();
    }
    var name = path.substring(FOLDER.length() + 1, path.length() - ".json".length());
    int dash = name.indexOf('-');
    return Optional.of(
        dash < 0
            ? new CheckpointId(dialect, name, null)
            : new CheckpointId(dialect, name.substring(0, dash), name.substring(dash + 1)));
  }

  @Override
  public List<String> roots(String dialect) {
    return dialect.equals("state") ? List.of(FOLDER) : List.of();
  }
}
