package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.StorageIo;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Paths of one run on disk.
///
/// @param id which run
/// @param path the document's path from the project root, with `/` between folders
/// @param document the document
/// @param journal the folder of its journal
/// @param passage the name of the file beside it in which a new document stands on its way into
///   place; empty for none
/// @param access the permissions of a new document
public record RunPaths(
    CheckpointId id,
    String path,
    Path document,
    Path journal,
    String passage,
    StorageIo.Access access) {
  /// Returns the same run with its document elsewhere: where a link leads.
  public RunPaths withDocument(Path real) {
    return new RunPaths(id, path, real, journal, passage, access);
  }

  /// Returns the folder of the document.
  public Path folder() {
    var folder = document.getParent();
    if (folder == null) {
      throw new IllegalStateException("a document outside any folder: " + document);
    }
    return folder;
  }

  /// Returns the temporary file of the document with that unique part in its name.
  public Path temp(String unique) {
    return AtomicFile.temp(document, unique);
  }

  /// Returns whether that is the name of a temporary file of this very document.
  public boolean isTemp(String name) {
    return AtomicFile.isTempOf(name, String.valueOf(document.getFileName()));
  }

  /// Returns the documents with a replacement in progress or interrupted.
  public static Set<String> withReplacement(List<String> names) {
    var busy = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      var document = AtomicFile.targetOf(names.get(i));
      if (document != null) {
        busy.add(document);
      }
    }
    return busy;
  }
}
