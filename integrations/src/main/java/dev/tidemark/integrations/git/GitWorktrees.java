package dev.tidemark.integrations.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Git work trees for work at the same time: each begins with the content of the project's own, and
/// what was changed in it is merged back.
///
/// Content counts whether it is committed or not; what git ignores does not. HEAD, branches, index
/// and staged changes of the user stay as they are: the commits made here are on no branch, and an
/// index of our own is used. Merging needs git 2.38.
public final class GitWorktrees {
  private static final long PATIENCE = 120_000;

  /// How often a merge is tried while others change the work tree.
  private static final int TRIES = 3;

  private static final String SUBJECT = "tidemark: content of a work tree";
  private static final String IDENTITY = "tidemark";
  private static final String ADDRESS = "tidemark@localhost";

  private final Path root;
  private final Map<String, String> variables;
  private final List<String> except;

  /// @param root the root of the project
  /// @param environment the variables of the process; git is looked for on their `PATH`
  /// @param except paths below the root that do not count: they stay as committed
  public GitWorktrees(Path root, Map<String, String> environment, List<String> except) {
    this.root = root;
    this.variables = new HashMap<>(GitVariables.of(environment, false));
    for (var role : List.of("AUTHOR", "COMMITTER")) {
      variables.put("GIT_" + role + "_NAME", IDENTITY);
      variables.put("GIT_" + role + "_EMAIL", ADDRESS);
    }
    this.except = List.copyOf(except);
  }

  /// Returns why work trees cannot be used here; null if they can.
  public @Nullable String unusableReason() {
    try {
      git("rev-parse", "--show-toplevel");
      var words = git("version").line().split(" ", 4);
      var version = words.length < 3 ? "" : words[2];
      return isOld(version) ? "merging work trees needs git 2.38, and this is " + version : null;
    } catch (IOException failure) {
      return String.valueOf(failure.getMessage());
    }
  }

  /// A version that cannot be read is taken for a new one.
  private static boolean isOld(String version) {
    var parts = version.split("\\.", 3);
    try {
      int major = Integer.parseInt(parts[0]);
      return major < 2 || (major == 2 && Integer.parseInt(parts[1]) < 38);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unusual) {
      return false;
    }
  }

  /// Commits the content of the project's work tree, on no branch.
  ///
  /// @return the commit
  /// @throws IOException if git cannot do it, with its reason
  public String snapshot() throws IOException {
    return inScratch(index -> snapshot(new Place(root, Map.of()), null, index));
  }

  /// Commits the content of another work tree, on no branch.
  ///
  /// @param tree the work tree
  /// @param base the commit that it began with, the parent of the new one
  /// @return the commit
  /// @throws IOException if git cannot do it, with its reason
  public String snapshot(Path tree, String base) throws IOException {
    var selected = Map.of("GIT_DIR", gitDir(tree).toString(), "GIT_WORK_TREE", tree.toString());
    return inScratch(index -> snapshot(new Place(folder(tree), selected), base, index));
  }

  /// Makes a work tree with the content of a commit. What is in its folder is removed, also what
  /// was left there by a process that was killed.
  ///
  /// @param tree its folder
  /// @return the folder that corresponds to the root of the project
  /// @throws IOException if git cannot do it, with its reason
  public Path add(Path tree, String commit) throws IOException {
    remove(tree);
    git("worktree", "add", "--quiet", "--force", "--force", "--detach", "" + tree, commit);
    return folder(tree);
  }

  /// Gives a work tree the content of a commit, and makes it where it is not there. Files that git
  /// ignores stay, so that what a build keeps for the next time is still there.
  ///
  /// A work tree that has this commit or one that follows it stays as it is, with what was changed
  /// and committed since: an attempt whose response is still to be applied may have done so.
  /// Otherwise what was changed is kept in the repository by the reference `left` first.
  ///
  /// @param tree its folder
  /// @param left a reference, such as `refs/tidemark/left/1`
  /// @return the folder that corresponds to the root of the project
  /// @throws IOException if git cannot do it, with its reason
  public Path checkOut(Path tree, String commit, String left) throws IOException {
    var here = linked(tree);
    var head = here == null ? null : run(here, "rev-parse", "--verify", "HEAD").line();
    if (here == null || head == null) {
      return add(tree, commit);
    }
    if (process(here).run("", "merge-base", "--is-ancestor", commit, head).exit() != 0) {
      var found = snapshot(tree, head);
      if (!git("diff", "--name-only", head, found, "--").output().isEmpty()) {
        git("update-ref", left, found);
      }
      run(here, "reset", "--quiet", "--hard", commit);
      run(here, "clean", "--quiet", "-d", "--force");
    }
    return folder(tree);
  }

  /// Commits the content of another work tree, and has it checked out there.
  ///
  /// @param tree the work tree
  /// @param base the commit that it began with
  /// @param message the message of the commit
  /// @return the new commit, which follows `base`; the one that is checked out if nothing has
  ///   changed since
  /// @throws IOException if git cannot do it, with its reason
  public String commit(Path tree, String base, String message) throws IOException {
    var here = linked(tree);
    if (here == null) {
      throw new UnreadableRepositoryException(tree + " is no work tree of the repository any more");
    }
    var head = run(here, "rev-parse", "--verify", "HEAD").line();
    boolean follows = process(here).run("", "merge-base", "--is-ancestor", base, head).exit() == 0;
    var parent = follows ? head : base;
    var found = snapshot(tree, parent);
    boolean same = git("diff", "--name-only", parent, found, "--").output().isEmpty();
    var made =
        same ? parent : git("commit-tree", found + "^{tree}", "-p", parent, "-m", message).line();
    if (!made.equals(head)) {
      run(here, "reset", "--quiet", "--mixed", made);
    }
    return made;
  }

  /// Returns a work tree that the repository knows; null if there is none in that folder.
  private @Nullable Place linked(Path tree) throws IOException {
    if (!Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    var known = knownDir(tree);
    return known == null
        ? null
        : new Place(tree, Map.of("GIT_DIR", known.toString(), "GIT_WORK_TREE", tree.toString()));
  }

  /// Removes a work tree with all that is in it; one that is not there is success.
  ///
  /// @throws IOException if git cannot do it, with its reason
  public void remove(Path tree) throws IOException {
    if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      GitTree.remove(tree);
      git("worktree", "prune");
    }
  }

  /// Returns the files that differ between two commits, from the root of the project.
  ///
  /// @throws IOException if git cannot do it, with its reason
  public List<String> changed(String base, String commit) throws IOException {
    var prefix = prefix();
    var changed = new ArrayList<String>();
    var differences = git("diff", "--name-only", "--no-renames", "-z", base, commit, "--");
    for (var path : differences.fields()) {
      changed.add(path.startsWith(prefix) ? path.substring(prefix.length()) : path);
    }
    return changed;
  }

  /// Merges a commit into the project's work tree, whose own changes since the base are kept.
  ///
  /// Merging what is there already changes nothing, so that it can be done again after a crash.
  ///
  /// @param base the commit that both began with, the parent of the other
  /// @param commit the commit to merge
  /// @return the files in conflict, in which case nothing was changed; none if it is merged
  /// @throws IOException if git cannot do it, with its reason
  public List<String> merge(String base, String commit) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return inScratch(index -> merge(base, commit, index));
      } catch (UnreadableRepositoryException changing) {
        if (tries == TRIES) {
          throw changing;
        }
      }
    }
  }

  private List<String> merge(String base, String commit, Path index) throws IOException {
    var here = new Place(root, Map.of());
    var ours = snapshot(here, base, index);
    var merged =
        process(here)
            .run(
                "",
                "merge-tree",
                "--write-tree",
                "--no-messages",
                "--name-only",
                "-z",
                ours,
                commit);
    var fields = merged.fields();
    if (merged.exit() > 1 || fields.isEmpty()) {
      throw new UnreadableRepositoryException(merged);
    }
    if (merged.exit() == 1) {
      return List.copyOf(fields.subList(1, fields.size()));
    }
    // What has not changed has to be known by its state in the file system. 1: some has.
    process(here.with(index)).run("", "update-index", "-q", "--refresh");
    run(here.with(index), "read-tree", "-m", "-u", ours, fields.getFirst());
    return List.of();
  }

  /// Where git is started, and with which variables of its own.
  private record Place(Path folder, Map<String, String> variables) {
    Place with(Path index) {
      var more = new HashMap<>(variables);
      more.put("GIT_INDEX_FILE", index.toString());
      return new Place(folder, more);
    }
  }

  /// Returns git's own folder for a work tree, as the repository has it. The file `.git` in a work
  /// tree may have been changed there, to have git take its settings from elsewhere.
  private Path gitDir(Path tree) throws IOException {
    var known = knownDir(tree);
    if (known == null) {
      throw new UnreadableRepositoryException(tree + " is no work tree of the repository any more");
    }
    return known;
  }

  private @Nullable Path knownDir(Path tree) throws IOException {
    var common = git("rev-parse", "--path-format=absolute", "--git-common-dir").line();
    var link = tree.resolve(".git").toString();
    var folders = Path.of(common, "worktrees");
    if (!Files.isDirectory(folders)) {
      return null;
    }
    try (var known = Files.newDirectoryStream(folders)) {
      for (var folder : known) {
        var target = GitFiles.read(folder.resolve("gitdir"));
        if (target != null && target.strip().equals(link)) {
          return folder;
        }
      }
    }
    return null;
  }

  /// Work that needs an index of its own.
  private interface Indexed<T> {
    T with(Path index) throws IOException;
  }

  private static <T> T inScratch(Indexed<T> work) throws IOException {
    try (var scratch = ScratchFolder.create()) {
      return work.with(scratch.path().resolve("index"));
    }
  }

  /// Fills an index with the content of a work tree, and commits it. Begins with the work tree's
  /// own index, so that git reads only the files that have changed.
  private String snapshot(Place place, @Nullable String base, Path index) throws IOException {
    var path = run(place, "rev-parse", "--path-format=absolute", "--git-path", "index").line();
    if (Files.exists(Path.of(path))) {
      // With its time: the index says by it which files git has to look at closer.
      Files.copy(Path.of(path), index, StandardCopyOption.COPY_ATTRIBUTES);
    }
    var filled = place.with(index);
    var parent = base == null ? head() : base;
    if (parent == null) {
      run(filled, "read-tree", "--empty");
    } else if (process(filled).run("", "read-tree", "-m", parent).exit() != 0) {
      run(filled, "read-tree", parent);
    }
    // `git add --all` fails where an excepted path is ignored, too.
    var words = List.of("-z", "--modified", "--deleted", "--others", "--exclude-standard");
    var paths = new StringBuilder();
    for (var file : new TreeSet<>(run(filled, listing(words)).fields())) {
      if (!GitObjects.isExcluded(except, file)) {
        paths.append(file).append('\0');
      }
    }
    var added =
        process(filled)
            .run(
                paths.toString(),
                "update-index",
                "--add",
                "--remove",
                "--replace",
                "-z",
                "--stdin");
    if (added.exit() != 0) {
      throw new UnreadableRepositoryException(added);
    }
    var tree = run(filled, "write-tree").line();
    var commit = new ArrayList<>(List.of("commit-tree", tree, "-m", SUBJECT));
    if (parent != null) {
      commit.addAll(List.of("-p", parent));
    }
    return git(commit.toArray(new String[0])).line();
  }

  /// Returns a command that lists files of the whole work tree, each from the root of the project.
  private static String[] listing(List<String> options) {
    var words = new ArrayList<>(List.of("ls-files"));
    words.addAll(options);
    words.addAll(List.of("--", ":/"));
    return words.toArray(new String[0]);
  }

  /// Returns the nested repositories of the project's work tree, submodules or others, each with
  /// the id of its content, which no commit of the project has; the reason instead if it is
  /// unknown.
  ///
  /// @throws IOException if git cannot list them, with its reason
  public Map<String, String> nested() throws IOException {
    var here = new Place(root, Map.of());
    var paths = new TreeSet<String>();
    for (var field : run(here, listing(List.of("-s", "-z"))).fields()) {
      if (field.startsWith("160000")) {
        paths.add(field.substring(field.indexOf('\t') + 1));
      }
    }
    for (var path : run(here, listing(List.of("-z", "--others", "--exclude-standard"))).fields()) {
      if (path.endsWith("/") && !GitObjects.isExcluded(except, path)) {
        paths.add(path.substring(0, path.length() - 1));
      }
    }
    var nested = new TreeMap<String, String>();
    for (var path : paths) {
      var folder = root.resolve(path);
      if (Files.exists(folder.resolve(".git"))) {
        var id = new GitTree(folder, variables, List.of()).id();
        nested.put(path, id.isKnown() ? id.orElse("") : id.reason());
      }
    }
    return nested;
  }

  private @Nullable String head() throws IOException {
    var head =
        process(new Place(root, Map.of())).run("", "rev-parse", "--quiet", "--verify", "HEAD");
    return head.exit() == 0 ? head.line() : null;
  }

  /// Returns the folder of a work tree that corresponds to the root of the project.
  ///
  /// @throws IOException if git cannot tell, with its reason
  public Path folder(Path tree) throws IOException {
    return tree.resolve(prefix());
  }

  /// Returns the path of the project in the work tree: empty, or with `/` at its end.
  private String prefix() throws IOException {
    return git("rev-parse", "--show-prefix").line();
  }

  /// Runs git in the project.
  private GitProcess.Answer git(String... words) throws IOException {
    return run(new Place(root, Map.of()), words);
  }

  private GitProcess.Answer run(Place place, String... words) throws IOException {
    var answer = process(place).run("", words);
    if (answer.exit() != 0) {
      throw new UnreadableRepositoryException(answer);
    }
    return answer;
  }

  private GitProcess process(Place place) {
    var all = new HashMap<>(variables);
    all.putAll(place.variables());
    return new GitProcess(place.folder(), all, PATIENCE);
  }
}
