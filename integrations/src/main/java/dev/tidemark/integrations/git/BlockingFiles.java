package dev.tidemark.integrations.git;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Pre-flight check of the files that git opens without a look at their type.
///
/// A FIFO or a device in the place of one of them blocks git until its time limit, and a verb may
/// start git several times. Asked by [File], which costs a cold process less than attributes.
final class BlockingFiles {
  private static final String DOT_GIT = ".git";
  private static final String LINK = "gitdir:";
  private static final String[] IN_WORK_TREE = {".gitignore", ".gitattributes", ".gitmodules"};
  private static final String[] IN_FOLDER = {"HEAD", "index", "config.worktree", "commondir"};
  private static final String[] IN_COMMON_FOLDER = {
    "config",
    "packed-refs",
    "shallow",
    "info/exclude",
    "info/attributes",
    "info/sparse-checkout",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/commit-graph",
    "objects/info/multi-pack-index"
  };

  private BlockingFiles() {}

  /// Makes sure that git finds files where it opens files.
  ///
  /// @param start the folder in which git is started
  /// @throws UnreadableRepositoryException if something else stands in the place of one
  static void check(Path start) throws UnreadableRepositoryException {
    for (Path folder = start.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      check(folder, IN_WORK_TREE);
      var dotGit = folder.resolve(DOT_GIT);
      var file = dotGit.toFile();
      if (file.isDirectory()) {
        checkFolder(dotGit, dotGit);
        return;
      }
      if (file.exists()) {
        check(folder, new String[] {DOT_GIT});
        checkLinked(folder, dotGit);
        return;
      }
    }
  }

  private static void checkLinked(Path folder, Path link) throws UnreadableRepositoryException {
    var text = text(link);
    if (text != null && text.startsWith(LINK)) {
      try {
        var gitDir = GitTextFiles.path(folder, text.substring(LINK.length()).strip());
        check(gitDir, IN_FOLDER);
        var common = text(gitDir.resolve("commondir"));
        checkFolder(gitDir, common == null ? gitDir : GitTextFiles.path(gitDir, common.strip()));
      } catch (UnreadableRepositoryException blocking) {
        throw blocking;
      } catch (IOException unreadable) {
        // Git itself reports problems of its own files.
      }
    }
  }

  private static void checkFolder(Path gitDir, Path common) throws UnreadableRepositoryException {
    check(gitDir, IN_FOLDER);
    check(common, IN_COMMON_FOLDER);
    var head = text(gitDir.resolve("HEAD"));
    if (head != null && head.startsWith("ref: refs/") && !head.contains("..")) {
      check(common, new String[] {head.substring("ref: ".length()).strip()});
    }
  }

  private static @Nullable String text(Path file) {
    try {
      return GitTextFiles.read(file);
    } catch (IOException unreadable) {
      return null; // Git says so itself.
    }
  }

  private static void check(Path folder, String[] names) throws UnreadableRepositoryException {
    for (var name : names) {
      var file = new File(folder.toFile(), name);
      if (file.exists() && !file.isFile() && !file.isDirectory()) {
        throw new UnreadableRepositoryException(
            "git was not started, it would block: "
                + file
                + " is not a regular file; remove it, or put a file in its place");
      }
    }
  }
}
