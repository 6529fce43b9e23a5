package dev.tidemark.stores.file.path;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.WorkTree.Kind;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Work tree list: the other work trees of a repository that have a state folder, its superprojects
/// and its submodules.
///
/// Found by reading git's files; no process is started. Without other work trees and submodules it
/// costs one listing and a few file attributes.
public final class WorkTreeList {
  /// The limits of the search for submodules.
  private static final int FOLDERS_MAX = 256;

  private static final int DEPTH_MAX = 8;

  private static final String DOT_GIT = ".git";
  private static final String HEAD = "HEAD";
  private static final String MODULES = "modules";
  private static final String SUB = "sub";
  private static final String BRANCH = "ref: refs/heads/";

  /// Where a repository without branches in files has its HEAD.
  private static final String NO_BRANCH = ".invalid";

  private static final int CONFIG_MAX_BYTES = 64 * 1024;

  private final StorageIo io;
  private final List<WorkTree> found = new ArrayList<>();
  private int folders;

  private WorkTreeList(StorageIo io) {
    this.io = io;
  }

  /// Returns the others of a project; none outside git.
  ///
  /// @param root the root of the project; a project below the top of its work tree has those at the
  ///   same place of other work trees as its others
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if the project is a linked work
  ///   tree whose repository is gone
  /// @throws IOException if git's files cannot be read
  public static List<WorkTree> of(StorageIo io, Path root) throws IOException {
    return of(io, StateLocation.find(io, root));
  }

  /// Returns the others of a project whose state folder is known.
  ///
  /// @throws IOException if git's files cannot be read
  public static List<WorkTree> of(StorageIo io, StateLocation own) throws IOException {
    var head = own.branches();
    var gitDir = head == null ? null : head.getParent();
    if (gitDir == null) {
      return List.of();
    }
    var list = new WorkTreeList(io);
    list.addRepository(own);
    list.addSuperprojects(own.base());
    list.addSubmodules(gitDir.resolve(MODULES), 0);
    return list.found;
  }

  private void addRepository(StateLocation own) throws IOException {
    var common = own.base();
    var below = below(own);
    var main = folder(own.inRepository().resolve(StateLocation.MAIN), below);
    if (!main.equals(own.folder())) {
      addMain(Kind.WORK_TREE, common, main, below);
    }
    var trees = own.inRepository().resolve(StateLocation.WORKTREES);
    var names = new ArrayList<>(io.list(trees));
    if (names.isEmpty()) {
      return;
    }
    names.sort(null);
    var gitDirs = gitDirs(common);
    for (var name : names) {
      var folder = folder(trees.resolve(name), below);
      if (!folder.equals(own.folder())) {
        addLinked(Kind.WORK_TREE, common, folder, gitDirs.get(name), below);
      }
    }
  }

  /// Returns the folder in `sub` that the project has in each work tree; empty at the top.
  private static String below(StateLocation own) {
    var path = own.inRepository().relativize(own.folder());
    int names = path.getNameCount();
    boolean linked = path.startsWith(StateLocation.WORKTREES);
    return names > (linked ? 2 : 1) ? path.getName(names - 1).toString() : "";
  }

  private static Path folder(Path tree, String below) {
    return below.isEmpty() ? tree : tree.resolve(SUB).resolve(below);
  }

  /// Returns git's own folders of the linked work trees, by the names of their state folders.
  private Map<String, Path> gitDirs(Path common) throws IOException {
    var gitDirs = new HashMap<String, Path>();
    var folder = common.resolve(StateLocation.WORKTREES);
    for (var id : io.list(folder)) {
      var name = StateLocation.line(io, folder.resolve(id).resolve(StateLocation.IN_GIT));
      if (name != null) {
        gitDirs.put(name, folder.resolve(id));
      }
    }
    return gitDirs;
  }

  private void addMain(Kind kind, Path common, Path folder, String below) throws IOException {
    var candidates = new ArrayList<@Nullable Path>();
    candidates.add(recorded(folder, below));
    candidates.add(
        String.valueOf(common.getFileName()).equals(DOT_GIT) ? common.getParent() : null);
    candidates.add(configured(common));
    add(kind, common, folder, common, below, candidates);
  }

  /// @param gitDir git's own folder of the work tree; null if git has none any more
  private void addLinked(Kind kind, Path common, Path folder, @Nullable Path gitDir, String below)
      throws IOException {
    var candidates = new ArrayList<@Nullable Path>();
    if (gitDir != null) {
      var link = path(gitDir, StateLocation.line(io, gitDir.resolve("gitdir")));
      candidates.add(link == null ? null : link.getParent());
      candidates.add(recorded(folder, below));
    }
    add(kind, common, folder, gitDir, below, candidates);
  }

  /// Adds a work tree, at the first of its possible places where it is: it may have been moved.
  private void add(
      Kind kind,
      Path common,
      Path folder,
      @Nullable Path gitDir,
      String below,
      List<@Nullable Path> candidates)
      throws IOException {
    if (io.stat(folder.resolve(StateFolder.FORMAT)) == null) {
      return;
    }
    var state = new StateLocation(folder, common, null, true, null, "");
    for (var top : candidates) {
      if (gitDir != null && top != null && isTreeOf(top, gitDir)) {
        var root = top.resolve(StateLocation.unescaped(below));
        found.add(new WorkTree(kind, root, branch(gitDir), state, false));
        return;
      }
    }
    var last = path(folder, StateLocation.line(io, folder.resolve(StateFolder.WORKTREE)));
    if (kind == Kind.WORK_TREE) {
      found.add(new WorkTree(kind, last == null ? folder : last, null, state, true));
    }
  }

  /// Returns the top of the work tree as the last write there recorded it.
  private @Nullable Path recorded(Path folder, String below) throws IOException {
    var root = path(folder, StateLocation.line(io, folder.resolve(StateFolder.WORKTREE)));
    var name = StateLocation.unescaped(below);
    for (int i = name.isEmpty() ? 0 : Path.of(name).getNameCount(); i > 0 && root != null; i--) {
      root = root.getParent();
    }
    return root;
  }

  /// Returns the work tree that the settings of a submodule's repository name.
  private @Nullable Path configured(Path common) throws IOException {
    var bytes = io.read(common.resolve("config"), 0, CONFIG_MAX_BYTES);
    for (var line : bytes == null ? new String[0] : Utf8.decode(bytes).orElse("").split("\n")) {
      int sign = line.indexOf('=');
      if (sign > 0 && line.substring(0, sign).strip().equals("worktree")) {
        return path(common, line.substring(sign + 1).strip());
      }
    }
    return null;
  }

  private static @Nullable Path path(Path folder, @Nullable String name) {
    try {
      return name == null || name.isEmpty() ? null : folder.resolve(name).normalize();
    } catch (InvalidPathException impossible) {
      return null;
    }
  }

  /// Returns whether the `.git` of a folder leads to git's folder of a work tree.
  private boolean isTreeOf(Path top, Path gitDir) throws IOException {
    var dotGit = top.resolve(DOT_GIT);
    var stat = io.stat(dotGit);
    var leads =
        stat != null && stat.kind() == Stat.Kind.FILE
            ? StateLocation.linked(io, dotGit, top)
            : stat == null ? null : dotGit;
    return leads != null
        && io.stat(leads) != null
        && io.realPath(leads).equals(io.realPath(gitDir));
  }

  private @Nullable String branch(Path gitDir) throws IOException {
    var head = StateLocation.line(io, gitDir.resolve(HEAD));
    var name =
        head == null || !head.startsWith(BRANCH) ? null : head.substring(BRANCH.length()).strip();
    return NO_BRANCH.equals(name) ? null : name;
  }

  /// Adds the work trees around a submodule: its repository is in the folder `modules` of theirs.
  private void addSuperprojects(Path common) throws IOException {
    for (var up = common.getParent(); up != null; up = up.getParent()) {
      var gitDir = up.getParent();
      if (gitDir != null && up.endsWith(MODULES) && isGitDir(gitDir)) {
        addSuperproject(gitDir);
        up = gitDir;
      }
    }
  }

  private boolean isGitDir(Path folder) throws IOException {
    return io.stat(folder.resolve(HEAD)) != null
        && (io.stat(folder.resolve("commondir")) != null
            || io.stat(folder.resolve("objects")) != null);
  }

  private void addSuperproject(Path gitDir) throws IOException {
    var common = path(gitDir, StateLocation.line(io, gitDir.resolve("commondir")));
    if (common == null) {
      var main = gitDir.resolve(StateLocation.IN_GIT).resolve(StateLocation.MAIN);
      addMain(Kind.SUPERPROJECT, gitDir, main, "");
      return;
    }
    var name = StateLocation.line(io, gitDir.resolve(StateLocation.IN_GIT));
    if (name != null && StateLocation.isName(name)) {
      var trees = common.resolve(StateLocation.IN_GIT).resolve(StateLocation.WORKTREES);
      addLinked(Kind.SUPERPROJECT, common, trees.resolve(name), gitDir, "");
    }
  }

  /// Adds the submodules below a folder of repositories; the name of one may have slashes.
  private void addSubmodules(Path modules, int depth) throws IOException {
    if (depth == DEPTH_MAX || io.stat(modules) == null) {
      return;
    }
    var names = new ArrayList<>(io.list(modules));
    names.sort(null);
    for (var name : names) {
      var folder = modules.resolve(name);
      var stat = io.stat(folder);
      if (stat == null || stat.kind() != Stat.Kind.FOLDER || folders++ >= FOLDERS_MAX) {
        continue;
      }
      if (isGitDir(folder)) {
        var main = folder.resolve(StateLocation.IN_GIT).resolve(StateLocation.MAIN);
        addMain(Kind.SUBMODULE, folder, main, "");
        addSubmodules(folder.resolve(MODULES), depth + 1);
      } else {
        addSubmodules(folder, depth + 1);
      }
    }
  }
}
