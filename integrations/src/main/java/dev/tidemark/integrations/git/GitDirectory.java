package dev.tidemark.integrations.git;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Locates the folders of a repository as git does.
///
/// @param gitDir the folder of this worktree alone: HEAD
/// @param commonDir the folder shared by all worktrees: branches, `packed-refs`, `config`
/// @param workTree the files that are worked on; absent in a bare repository
/// @param foreign why only the git program can read it; absent if its files can be read
record GitDirectory(
    Path gitDir, Path commonDir, @Nullable Path workTree, @Nullable String foreign) {
  /// The prefix of a `.git` file that points elsewhere.
  private static final String LINK = "gitdir:";

  /// Finds the repository that a folder belongs to.
  ///
  /// @param start an absolute path without symbolic links
  /// @return null if it belongs to none
  /// @throws IOException if there is one that cannot be read
  static @Nullable GitDirectory around(Path start, Map<String, String> environment)
      throws IOException {
    var ceilings = environment.get("GIT_CEILING_DIRECTORIES");
    for (var folder = start; folder != null; folder = folder.getParent()) {
      var found = in(folder);
      if (found != null) {
        return found;
      }
      if (ceilings != null && isCeiling(folder.getParent(), ceilings)) {
        return null;
      }
    }
    return null;
  }

  private static @Nullable GitDirectory in(Path folder) throws IOException {
    var dotGit = folder.resolve(".git");
    if (Files.isDirectory(dotGit)) {
      var common = common(dotGit);
      if (isRepository(dotGit, common)) {
        return of(dotGit, common, folder);
      }
    } else if (Files.isRegularFile(dotGit)) {
      return linked(dotGit, folder);
    }
    return isRepository(folder, folder) ? of(folder, folder, null) : null;
  }

  private static GitDirectory linked(Path link, Path folder) throws IOException {
    var text = GitTextFiles.read(link);
    if (text == null || !text.startsWith(LINK)) {
      throw new UnreadableRepositoryException(link + " is no link to a git folder");
    }
    var gitDir = GitTextFiles.path(folder, text.substring(LINK.length()).strip());
    var common = common(gitDir);
    if (!isRepository(gitDir, common)) {
      throw new UnreadableRepositoryException(
          link + " points to " + gitDir + ", which is no git folder");
    }
    return of(gitDir, common, folder);
  }

  private static GitDirectory of(Path gitDir, Path common, @Nullable Path folder)
      throws IOException {
    var config = GitConfig.of(gitDir, common);
    var named = config.workTree();
    var workTree = config.isBare() ? null : folder;
    if (named != null) {
      var path = GitTextFiles.path(gitDir, named);
      workTree = Files.isDirectory(path) ? path.toRealPath() : path;
    }
    return new GitDirectory(gitDir, common, workTree, config.foreign());
  }

  private static Path common(Path gitDir) throws IOException {
    var shared = GitTextFiles.read(gitDir.resolve("commondir"));
    return shared == null ? gitDir : GitTextFiles.path(gitDir, shared.strip());
  }

  private static boolean isRepository(Path gitDir, Path commonDir) {
    var head = gitDir.resolve("HEAD");
    return (Files.exists(head) || Files.isSymbolicLink(head))
        && Files.isDirectory(commonDir.resolve("refs"))
        && Files.isDirectory(commonDir.resolve("objects"));
  }

  /// Git reads neither these folders nor those above them.
  private static boolean isCeiling(@Nullable Path folder, String ceilings) {
    if (folder == null) {
      return true;
    }
    int start = 0;
    while (start <= ceilings.length()) {
      int end = ceilings.indexOf(File.pathSeparatorChar, start);
      end = end < 0 ? ceilings.length() : end;
      if (end > start && isSame(folder, ceilings.substring(start, end))) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean isSame(Path folder, String named) {
    try {
      return folder.equals(Path.of(named).toRealPath());
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }
}
