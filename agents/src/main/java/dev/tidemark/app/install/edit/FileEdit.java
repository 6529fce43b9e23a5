package dev.tidemark.app.install.edit;

import dev.tidemark.app.settings.file.TextFileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// File edit: the content before and after, and the line diff between them.
///
/// @param file where it is, links followed
/// @param before the content; absent if there is no file
/// @param after the new content; absent to remove the file
public record FileEdit(Path file, @Nullable String before, @Nullable String after) {
  private static final String OLD = ".tidemark-old";

  /// How many unchanged lines a diff shows around each change.
  private static final int AROUND = 2;

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

  /// Returns the changed lines behind `-` and `+`, with two lines around them; `...` where lines
  /// are left out.
  public static List<String> diff(String before, String after) {
    var was = before.lines().toList();
    var is = after.lines().toList();
    int[][] common = common(was, is);
    var all = new ArrayList<String>();
    int i = 0;
    int j = 0;
    while (i < was.size() || j < is.size()) {
      if (i < was.size() && j < is.size() && was.get(i).equals(is.get(j))) {
        all.add("  " + was.get(i));
        i++;
        j++;
      } else if (j == is.size() || (i < was.size() && common[i + 1][j] >= common[i][j + 1])) {
        all.add("- " + was.get(i++));
      } else {
        all.add("+ " + is.get(j++));
      }
    }
    return changesWithContext(all);
  }

  /// The lengths of the longest common subsequences of all suffixes; settings files are short.
  private static int[][] common(List<String> was, List<String> is) {
    int[][] common = new int[was.size() + 1][is.size() + 1];
    for (int i = was.size() - 1; i >= 0; i--) {
      for (int j = is.size() - 1; j >= 0; j--) {
        common[i][j] =
            was.get(i).equals(is.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private static List<String> changesWithContext(List<String> all) {
    var shown = new ArrayList<String>();
    for (int i = 0; i < all.size(); i++) {
      boolean near = false;
      for (int k = Math.max(0, i - AROUND); k <= Math.min(all.size() - 1, i + AROUND); k++) {
        near |= all.get(k).charAt(0) != ' ';
      }
      if (near) {
        shown.add(all.get(i));
      } else if (shown.isEmpty() || !shown.getLast().equals("  ...")) {
        shown.add("  ...");
      }
    }
    return shown;
  }
}
