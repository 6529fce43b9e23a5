package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Paths of one run on disk.
///
/// @param id which run
/// @param path the document's path from the project root, with `/` between folders
/// @param document the document
/// @param journal the folder of its journal
/// @param passage the name of the file beside it in which a new document stands on its way into
///   place; empty for none
/// @param access the permissions of a new document
record Target(
    CheckpointId id,
    String path,
    Path document,
    Path journal,
    String passage,
    StorageIo.Access access) {
  private static final String TEMP_SUFFIX = ".tidemark-tmp";

  /// Returns the same run with its document elsewhere: where a link leads.
  Target at(Path real) {
    return new Target(id, path, real, journal, passage, access);
  }

  /// Returns the folder of the document.
  Path folder() {
    var folder = document.getParent();
    if (folder == null) {
      throw new IllegalStateException("a document outside any folder: " + document);
    }
    return folder;
  }

  /// Returns the temporary file of the document with that random part in its name.
  Path temp(String random) {
    return folder().resolve(tempPrefix() + random + TEMP_SUFFIX);
  }

  /// Returns whether that is the name of a temporary file of this very document.
  boolean isTemp(String name) {
    // Asked of every name in a folder, which may have thousands of them.
    if (!name.endsWith(TEMP_SUFFIX)) {
      return false;
    }
    var prefix = tempPrefix();
    int end = name.length() - TEMP_SUFFIX.length();
    return end > prefix.length()
        && name.startsWith(prefix)
        && name.lastIndexOf('.', end - 1) == prefix.length() - 1;
  }

  /// Returns which document in the same folder a temporary file belongs to; null if the name is not
  /// that of one.
  static @Nullable String documentOf(String name) {
    int end = name.length() - TEMP_SUFFIX.length();
    int dot = end > 0 ? name.lastIndexOf('.', end - 1) : -1;
    boolean temp = name.startsWith(".") && name.endsWith(TEMP_SUFFIX) && dot > 1;
    return temp ? name.substring(1, dot) : null;
  }

  private String tempPrefix() {
    return "." + document.getFileName() + ".";
  }

  /// Returns the documents with a replacement in progress or interrupted.
  static Set<String> busy(List<String> names) {
    var busy = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      var document = documentOf(names.get(i));
      if (document != null) {
        busy.add(document);
      }
    }
    return busy;
  }
}
