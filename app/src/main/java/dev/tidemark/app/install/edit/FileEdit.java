package dev.tidemark.app.install.edit;

import dev.tidemark.app.settings.file.TextFileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/// File edit: the content before and after.
///
/// @param file where it is, links followed
/// @param before the content; absent if there is no file
/// @param after the new content; absent to remove the file
public record FileEdit(Path file, @Nullable String before, @Nullable String after) {
  private static final String OLD = ".tidemark-old";

  /// Description of an edit, for people and scripts.
  public enum Effect {
    /// There was no file.
    CREATED("created"),
    /// The file is another.
    CHANGED("changed"),
    /// The file is gone.
    REMOVED("removed"),
    /// Nothing needs to be done.
    UNCHANGED("unchanged");

    private final String word;

    Effect(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  public Effect effect() {
    if (before == null) {
      return after == null ? Effect.UNCHANGED : Effect.CREATED;
    }
    if (after == null) {
      return Effect.REMOVED;
    }
    return before.equals(after) ? Effect.UNCHANGED : Effect.CHANGED;
  }

  /// Makes the edit: a reader sees the file before it or after it. The previous content is kept
  /// beside it until [#finish].
  ///
  /// @throws IOException if the disk fails, or the file has changed since it was read; it is as it
  ///   was then
  public void make() throws IOException {
    if (effect() == Effect.UNCHANGED) {
      return;
    }
    var old = before == null ? "" : before;
    new TextFileReplacement().expect(file, old);
    if (before != null) {
      var kept = StandardCopyOption.COPY_ATTRIBUTES;
      Files.copy(file, old(), StandardCopyOption.REPLACE_EXISTING, kept);
    }
    if (after == null) {
      Files.delete(file);
      return;
    }
    var parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    new TextFileReplacement().replace(file, old, after);
  }

  /// Removes the backup beside the file.
  public void finish() throws IOException {
    Files.deleteIfExists(old());
  }

  /// Removes the folders that are empty once the file is removed.
  ///
  /// @param top the folder to stop at, which stays
  /// @throws IOException if the disk fails
  public void removeEmptyFolders(Path top) throws IOException {
    if (effect() != Effect.REMOVED || !file.startsWith(top)) {
      return;
    }
    for (var folder = file.getParent(); folder != null; folder = folder.getParent()) {
      if (folder.equals(top) || !isEmpty(folder)) {
        return;
      }
      Files.delete(folder);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    }
  }

  /// Returns where the old file is kept while the edit is not finished.
  public Path old() {
    return file.resolveSibling(file.getFileName() + OLD);
  }
}
