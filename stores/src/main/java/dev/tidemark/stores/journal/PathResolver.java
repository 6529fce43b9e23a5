package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.List;
import java.util.Optional;

/// Path resolver port: the paths of documents in a project, as the dialects define them. Pure.
///
/// Paths are relative to the project root, with `/` between folders. A store without files uses the
/// same paths as names.
public interface PathResolver {
  /// Returns where the document of a run is kept.
  String pathOf(CheckpointId id);

  /// Returns the run whose file this is, by its path; empty for other files.
  Optional<CheckpointId> idOf(String dialect, String path);

  /// Returns the folder in which copies of a dialect's finished documents are kept; empty where its
  /// protocol keeps none.
  default Optional<String> archivesOf(String dialect) {
    return Optional.empty();
  }

  /// Returns the folders in which a dialect keeps files beside its documents.
  default List<String> keptOf(String dialect) {
    return archivesOf(dialect).map(List::of).orElse(List.of());
  }

  /// Returns the folders in which documents of a dialect are kept that could not be relied on.
  default List<String> asideOf(String dialect) {
    return List.of();
  }

  /// Returns the folders, or single files, where documents of a dialect are found.
  List<String> roots(String dialect);
}
