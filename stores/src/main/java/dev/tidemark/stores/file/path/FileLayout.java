package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.journal.PathResolver;
import java.util.List;
import java.util.Optional;

/// Path layout of a project: where documents are, with their permissions. Pure.
public interface FileLayout extends PathResolver {
  /// Returns the file in which a new document stands on its way into place, where its protocol
  /// names one.
  default Optional<String> temporaryPathOf(CheckpointId id) {
    return Optional.empty();
  }

  /// Returns the name of a file that belongs to a run, in a folder of `.tidemark` with one file for
  /// each run.
  default String nameOf(CheckpointId id) {
    var path = pathOf(id);
    return id.dialect() + "-" + path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns the permissions of a new document.
  default StorageIo.Access accessOf(CheckpointId id) {
    return StorageIo.Access.SHARED;
  }

  /// Returns the files and folders of a dialect that git is to leave untracked; those of folders
  /// end with `/`.
  default List<String> untracked(String dialect) {
    return List.of();
  }

  /// Returns whether the bytes of a document are whole: false where its format cannot read them, as
  /// while another program is still writing the file.
  default boolean isWhole(CheckpointId id, byte[] document) {
    return true;
  }
}
