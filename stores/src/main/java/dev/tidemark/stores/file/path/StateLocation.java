package dev.tidemark.stores.file.path;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Location of the state folder of a work tree: journals, locks, caches and all else that is
/// private to a machine.
///
/// In git it is below the folder that all work trees of the repository share, where no `git clean`,
/// no switch of branches and no removed work tree reaches: `.git/tidemark/main` for the main work
/// tree, `.git/tidemark/worktrees/NAME` for a linked one. The linked one is named by the file
/// `tidemark` in git's own folder of that work tree, which git moves and removes with it; so a work
/// tree that is made again under an old name begins with a folder of its own. A project below the
/// top of a work tree has a folder in `sub` of that work tree's. Outside git the state is in
/// `.tidemark`.
///
/// Found by reading files; no process is started, and no variable of the environment counts.
///
/// @param folder the state folder; it need not exist
/// @param base the folder that no link below it may lead out of
/// @param link git's file that names the folder of a linked work tree; null elsewhere
/// @param isAssigned whether that file exists, where it is needed
/// @param branches git's file HEAD of the work tree; null outside git
/// @param below the path of the project from the top of the work tree, with `/` between folders;
///   empty at the top
public record StateLocation(
    Path folder,
    Path base,
    @Nullable Path link,
    boolean isAssigned,
    @Nullable Path branches,
    String below) {
  /// The folder in a project that is committed, and which outside git holds the state too.
  public static final String OWN = ".tidemark";

  /// The folder in git's common folder.
  static final String IN_GIT = "tidemark";

  /// The folder of the main work tree in it.
  static final String MAIN = "main";

  /// The folder of the linked work trees in it.
  static final String WORKTREES = "worktrees";

  /// The entries of `.tidemark` that belong to the state.
  static final Set<String> PRIVATE =
      Set.of(
          "FORMAT",
          "attempts",
          "cache",
          "changes",
          "device",
          "index",
          "journal",
          "leases",
          "listeners",
          "lock",
          "moved",
          "pending",
          "refusal.json",
          "sessions",
          "set-aside",
          "tokens.json",
          "worktree");

  private static final String DOT_GIT = ".git";
  private static final String LINK = "gitdir:";
  private static final int BYTES_MAX = 64 * 1024;

  /// Returns whether the folder belongs to a git work tree.
  public boolean isInGit() {
    return branches != null;
  }

  /// Returns the folder with the state folders of all work trees of the repository.
  public Path inRepository() {
    return base.resolve(IN_GIT);
  }

  /// Finds the state folder of a project.
  ///
  /// @param root the root of the project
  /// @throws ForbiddenException if the project is a linked work tree whose repository is gone
  /// @throws IOException if git's files cannot be read
  static StateLocation find(StorageIo io, Path root) throws IOException {
    for (var top = root; top != null; top = top.getParent()) {
      var dotGit = top.resolve(DOT_GIT);
      var stat = io.stat(dotGit);
      if (stat == null) {
        continue;
      }
      var gitDir = stat.kind() == Stat.Kind.FILE ? linked(io, dotGit, top) : dotGit;
      var commonDir = gitDir == null ? null : common(io, gitDir);
      if (gitDir != null && commonDir != null && isRepository(io, gitDir, commonDir)) {
        return inGit(io, gitDir, commonDir, top.relativize(root).toString().replace('\\', '/'));
      }
      if (stat.kind() == Stat.Kind.FILE) {
        return unreadable(io, root, dotGit);
      }
    }
    return outside(root);
  }

  /// Returns the location of a project that is in no repository, and of one of an earlier layout.
  static StateLocation outside(Path root) {
    return new StateLocation(root.resolve(OWN), root, null, true, null, "");
  }

  private static StateLocation inGit(StorageIo io, Path gitDir, Path commonDir, String below)
      throws IOException {
    var home = commonDir.resolve(IN_GIT);
    Path link = null;
    boolean assigned = true;
    Path folder;
    if (gitDir.equals(commonDir)) {
      folder = home.resolve(MAIN);
    } else {
      link = gitDir.resolve(IN_GIT);
      var name = line(io, link);
      assigned = name != null && isName(name);
      var trees = home.resolve(WORKTREES);
      folder = assigned && name != null ? trees.resolve(name) : unused(io, trees, gitDir);
    }
    var head = gitDir.resolve("HEAD");
    var own = below.isEmpty() ? folder : folder.resolve("sub").resolve(escaped(below));
    return new StateLocation(own, commonDir, link, assigned, head, below);
  }

  /// Returns a folder for a work tree that has none yet: that of an earlier one stays.
  static Path unused(StorageIo io, Path trees, Path gitDir) throws IOException {
    var name = String.valueOf(gitDir.getFileName());
    var folder = trees.resolve(name);
    for (int number = 2; io.stat(folder) != null; number++) {
      folder = trees.resolve(name + "~" + number);
    }
    return folder;
  }

  /// Returns whether a text is the name of one folder.
  static boolean isName(String name) {
    return !name.isEmpty()
        && name.indexOf('/') < 0
        && name.indexOf('\0') < 0
        && !name.equals(".")
        && !name.equals("..");
  }

  /// Two paths never have one name.
  private static String escaped(String path) {
    return path.replace("%", "%25").replace("/", "%2F");
  }

  /// Returns the path below the top of a work tree that a folder in `sub` is named for.
  static String unescaped(String name) {
    return name.replace("%2F", "/").replace("%25", "%");
  }

  /// Without a state folder in the project, a link that leads nowhere hides the one there was.
  private static StateLocation unreadable(StorageIo io, Path root, Path dotGit) throws IOException {
    if (io.stat(root.resolve(OWN).resolve(StateFolder.FORMAT)) != null) {
      return outside(root);
    }
    throw new ForbiddenException(
        dotGit + " leads to no git folder, so the journals of this work tree cannot be found",
        "Run git worktree repair in the repository, or remove the file.");
  }

  /// Returns the folder that a file `.git` names; null if it names none.
  static @Nullable Path linked(StorageIo io, Path file, Path folder) throws IOException {
    var text = line(io, file);
    return text == null || !text.startsWith(LINK)
        ? null
        : resolved(folder, text.substring(LINK.length()).strip());
  }

  private static @Nullable Path common(StorageIo io, Path gitDir) throws IOException {
    var shared = line(io, gitDir.resolve("commondir"));
    return shared == null ? gitDir : resolved(gitDir, shared);
  }

  private static @Nullable Path resolved(Path folder, String name) {
    try {
      return folder.resolve(name).normalize();
    } catch (InvalidPathException impossible) {
      return null;
    }
  }

  private static boolean isRepository(StorageIo io, Path gitDir, Path commonDir)
      throws IOException {
    return io.stat(gitDir.resolve("HEAD")) != null
        && io.stat(commonDir.resolve("refs")) != null
        && io.stat(commonDir.resolve("objects")) != null;
  }

  /// Returns the first line of a small file; null if there is none.
  static @Nullable String line(StorageIo io, Path file) throws IOException {
    var stat = io.stat(file);
    if (stat == null || stat.kind() != Stat.Kind.FILE) {
      return null;
    }
    var bytes = io.read(file, 0, BYTES_MAX);
    var text = bytes == null ? "" : Utf8.decode(bytes).orElse("");
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }
}
