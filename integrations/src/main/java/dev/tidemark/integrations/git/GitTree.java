package dev.tidemark.integrations.git;

import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.fact.Fact;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// Content hash of the work tree, made with the git program in an index of its own. Nothing of the
/// repository is touched.
///
/// Settings that make git overlook changes are ignored here. Every file is read, independent of the
/// stat cache; the flags assume-unchanged and skip-worktree, clean filters and the settings of the
/// repository that weaken comparisons are switched off; submodules and the targets of links count;
/// of the rules that ignore files only those in `.gitignore` and the user's own count, and a
/// `.gitignore` that ignores itself beside files that count, counts too. Of `info/exclude` only the
/// rules for the files of an agent's installation count, which no commit has. No variable of the
/// environment counts, so the user's settings are those in their home by the system, whatever
/// `HOME` and `GIT_CONFIG_GLOBAL` say. A setting that cannot be switched off makes the answer
/// unknown.
final class GitTree {
  /// Every file is read once.
  private static final long PATIENCE = 120_000;

  /// The limit of paths passed to one process.
  private static final int PATHS_MAX = 200;

  /// The limit of nested submodules.
  private static final int LEVELS_MAX = 8;

  /// The limits of what is read: of each file, and of all that are tracked or all others.
  static final long FILE_BYTES_MAX = 256L << 20;

  static final long ALL_BYTES_MAX = 4L << 30;

  /// An index from long ago: then git trusts no entry of its stat cache, and compares content.
  private static final FileTime LONG_AGO = FileTime.from(1, TimeUnit.SECONDS);

  private static final List<String> SETTINGS =
      List.of(
          "core.checkStat=default",
          "core.trustctime=true",
          "core.ignoreStat=false",
          "core.untrackedCache=false",
          "core.sparseCheckout=false",
          "core.autocrlf=false",
          "core.safecrlf=false",
          // The objects are removed at once.
          "core.looseCompression=0",
          "pack.compression=0",
          "core.attributesFile=",
          "index.sparse=false",
          "advice.addEmbeddedRepo=false");

  private static final String IGNORE_FILE = ".gitignore";

  /// The files of a project that `install` makes for this machine only, and names in
  /// `info/exclude`.
  private static final List<String> LOCAL =
      List.of(
          ".claude/settings.local.json",
          ".claude/skills/tidemark-takeover/SKILL.md",
          ".codex/config.toml",
          ".codex/hooks.json",
          ".cursor/hooks.json",
          ".cursor/mcp.json",
          ".gemini/settings.json",
          ".mcp.json",
          ".opencode/plugins/tidemark.js",
          ".qwen/settings.json",
          ".worktreeinclude",
          "opencode.json");

  private final Path folder;
  private Map<String, String> variables;
  private final List<String> except;
  private final int level;

  /// @param variables the exact environment of git
  /// @param except paths below the folder that do not count, see [GitObjects#isExcluded]
  GitTree(Path folder, Map<String, String> variables, List<String> except) {
    this(folder, variables, except, 0);
  }

  private GitTree(Path folder, Map<String, String> variables, List<String> except, int level) {
    this.folder = folder;
    this.variables = variables;
    this.except = List.copyOf(except);
    this.level = level;
  }

  /// Reader of an index that holds the work tree.
  private interface Reader<T> {
    T read(Scratch scratch) throws IOException;
  }

  /// An index of our own.
  ///
  /// @param git runs git on it
  /// @param settings options before each command
  private record Scratch(Path top, GitProcess git, List<String> settings) {
    String digest(Path file) throws IOException {
      return run("hash-object", "--no-filters", "--", file.toString()).line();
    }

    /// Returns the paths of the index, from the top of the work tree.
    NavigableSet<String> paths() throws IOException {
      return new TreeSet<>(run("ls-files", "-z", "--full-name", ":/").fields());
    }

    GitProcess.Answer run(String... words) throws IOException {
      var command = new ArrayList<>(settings);
      command.addAll(List.of(words));
      return check(git.run("", command.toArray(new String[0])));
    }

    private static GitProcess.Answer check(GitProcess.Answer answer)
        throws UnreadableRepositoryException {
      if (answer.exit() != 0) {
        throw new UnreadableRepositoryException(answer.error());
      }
      return answer;
    }
  }

  /// Returns the id of the tree that git would commit; with submodules or links to files, a digest
  /// of that and of their content.
  Fact<String> id() {
    return read(
        scratch -> {
          var tree = scratch.run("write-tree").line();
          return id(tree, linkedContent(scratch));
        });
  }

  private static String id(String tree, String beside) {
    return beside.isEmpty()
        ? tree
        : Sha256.hex(Utf8.encode(tree + beside)).substring(0, tree.length());
  }

  /// Returns the id of the tree that git would commit, if that holds all of the content: links lead
  /// to files in it, and submodules are as their commits.
  ///
  /// @param content the id of the content, see [#id]
  Fact<String> commitTree(String content) {
    return read(
        scratch -> {
          var tree = scratch.run("write-tree").line();
          if (!content.equals(id(tree, linkedContent(scratch)))) {
            throw new UnreadableRepositoryException("the work tree has changed since");
          }
          checkCommitted(scratch);
          return tree;
        });
  }

  private void checkCommitted(Scratch scratch) throws IOException {
    var paths = scratch.paths();
    for (var field : scratch.run("ls-files", "-s", "-z", "--full-name", ":/").fields()) {
      var path = path(field);
      var file = scratch.top().resolve(path);
      if (field.startsWith("120000") && Files.isRegularFile(file)) {
        var target = file.toRealPath();
        boolean inside = target.startsWith(scratch.top().toRealPath());
        if (!inside || !paths.contains(relative(scratch.top(), target))) {
          throw new UnreadableRepositoryException(
              path + " leads to a file that no commit of it would hold");
        }
      } else if (field.startsWith("160000") && Files.exists(file.resolve(".git"))) {
        var inner = new GitTree(file, variables, List.of(), level + 1);
        var changed = inner.changed();
        var id = inner.id();
        var tree = inner.commitTree(id.orElse(""));
        if (!tree.isKnown() || !changed.isKnown() || !changed.orElse(List.of()).isEmpty()) {
          throw new UnreadableRepositoryException(
              "submodule " + path + " has content that no commit of it holds");
        }
      }
    }
  }

  /// Returns the paths, from the top of the work tree, that differ from HEAD or are not in it.
  Fact<List<String>> changed() {
    return read(
        scratch -> {
          var excluded = fromTop(scratch.top(), except);
          var changed = new ArrayList<>(scratch.run(words("diff", "--cached")).fields());
          changed.removeIf(path -> GitObjects.isExcluded(excluded, path));
          return changed;
        });
  }

  private <T> Fact<T> read(Reader<T> reader) {
    try {
      variables = GitVariables.forContent(folder, variables);
      var git = new GitProcess(folder, variables, PATIENCE);
      var places =
          git.run(
              "",
              "rev-parse",
              "--path-format=absolute",
              "--show-toplevel",
              "--git-path",
              "index",
              "--git-path",
              "objects",
              "--git-path",
              "info/attributes");
      var lines = places.line().split("\n", -1);
      if (places.exit() != 0 || lines.length != 4) {
        return Fact.unknown(places.error());
      }
      try (var scratch = ScratchFolder.create()) {
        check(Path.of(lines[0]), Path.of(lines[3]));
        return Fact.known(
            reader.read(fill(Path.of(lines[0]), Path.of(lines[1]), lines[2], scratch.path())));
      }
    } catch (IOException failure) {
      return Fact.unknown(DiskReason.located(failure));
    } catch (InvalidPathException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  private void check(Path top, Path attributes) throws IOException {
    var here = folder.toRealPath();
    boolean within = level == 0 ? here.startsWith(top.toRealPath()) : here.equals(top.toRealPath());
    if (!within) {
      throw new UnreadableRepositoryException(
          "git takes " + top + " for the work tree (core.worktree)");
    }
    var rules = GitFiles.read(attributes);
    if (rules != null) {
      for (var line : rules.split("\n", -1)) {
        if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
          throw new UnreadableRepositoryException(
              attributes + " changes how git reads files: " + line.strip());
        }
      }
    }
  }

  /// Puts the work tree into an index of our own, which begins as a copy of the repository's, so
  /// that files which are tracked and ignored count.
  private Scratch fill(Path top, Path index, String objects, Path scratchFolder)
      throws IOException {
    var mine = new HashMap<>(variables);
    var copy = scratchFolder.resolve("index");
    mine.put("GIT_NO_REPLACE_OBJECTS", "1");
    mine.put("GIT_INDEX_FILE", copy.toString());
    mine.put("GIT_OBJECT_DIRECTORY", scratchFolder.resolve("objects").toString());
    mine.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(objects));
    Files.createDirectory(scratchFolder.resolve("objects"));
    if (Files.exists(index)) {
      Files.copy(index, copy);
    }
    var git = new GitProcess(top, mine, PATIENCE);
    var scratch = new Scratch(top, git, settings(git));
    var tracked = scratch.run("ls-files", "-v", "-s", "-z", "--full-name", ":/").fields();
    checkSizes(top, tracked);
    clearFlags(scratch, tracked);
    if (Files.exists(copy)) {
      Files.setLastModifiedTime(copy, LONG_AGO);
    }
    update(scratch, tracked);
    var excluded = fromTop(top, except);
    addOthers(scratch, excluded, fromTop(top, LOCAL), scratchFolder);
    var removed = new StringBuilder();
    for (var field : tracked) {
      if (GitObjects.isExcluded(excluded, path(field))) {
        removed.append(path(field)).append('\0');
      }
    }
    if (!removed.isEmpty()) {
      Scratch.check(git.run(removed.toString(), "update-index", "--force-remove", "-z", "--stdin"));
    }
    return scratch;
  }

  /// Returns paths below the folder as they are from the top of the work tree.
  private List<String> fromTop(Path top, List<String> paths) throws IOException {
    var below = top.toRealPath().relativize(folder.toRealPath()).toString().replace('\\', '/');
    var all = new ArrayList<String>();
    for (var path : paths) {
      all.add(below.isEmpty() ? path : below + "/" + path);
    }
    return all;
  }

  /// Makes sure that git can read the files in a reasonable time.
  ///
  /// @param entries paths, or entries of the index
  private static void checkSizes(Path top, List<String> entries)
      throws UnreadableRepositoryException {
    long all = 0;
    for (var entry : entries) {
      long size = new File(top.toFile(), path(entry)).length();
      all += size;
      if (size > FILE_BYTES_MAX || all > ALL_BYTES_MAX) {
        var what = size > FILE_BYTES_MAX ? path(entry) : "the work tree";
        throw new UnreadableRepositoryException(
            what + " is too large for evidence of a tree: at most 256 MB a file, 4 GB in all");
      }
    }
  }

  /// Returns the path of an entry as `ls-files -s` shows it.
  private static String path(String field) {
    return field.substring(field.indexOf('\t') + 1);
  }

  /// Takes the files that are tracked as they are now. For a submodule `add` would start a git in
  /// it, with the programs that its own settings name; `update-index` reads its HEAD only.
  private static void update(Scratch scratch, List<String> tracked) throws IOException {
    var update = new ArrayList<>(List.of("add", "--update", "--", ":/"));
    var links = new ArrayList<>(List.of("update-index", "--remove", "--"));
    int options = links.size();
    for (var field : tracked) {
      // After the flag and a space.
      if (field.startsWith("160000", 2)) {
        update.add(":(top,exclude,literal)" + path(field));
        links.add(path(field));
      }
    }
    scratch.run(update.toArray(new String[0]));
    if (links.size() > options) {
      scratch.run(links.toArray(new String[0]));
    }
  }

  /// The settings that make git compare content as it is. Clean filters are programs that the
  /// repository names: they are switched off one by one.
  private static List<String> settings(GitProcess git) throws IOException {
    var settings = new ArrayList<String>();
    for (var setting : SETTINGS) {
      settings.addAll(List.of("-c", setting));
    }
    if (File.separatorChar == '/') {
      settings.addAll(List.of("-c", "core.fileMode=true", "-c", "core.symlinks=true"));
    }
    if (System.getProperty("os.name", "").startsWith("Linux")) {
      settings.addAll(List.of("-c", "core.ignoreCase=false"));
    }
    var filters =
        git.run(
            "", "config", "--name-only", "-z", "--get-regexp", "^filter\\..*\\.(clean|process)$");
    for (var name : filters.fields()) {
      if (name.indexOf('=') >= 0) {
        throw new UnreadableRepositoryException("the filter " + name + " cannot be switched off");
      }
      var filter = name.substring(0, name.lastIndexOf('.'));
      settings.addAll(List.of("-c", name + "=", "-c", filter + ".required=false"));
    }
    return settings;
  }

  /// Clears the flags that make git skip files.
  private static void clearFlags(Scratch scratch, List<String> tracked) throws IOException {
    var flagged = new ArrayList<String>();
    for (var field : tracked) {
      char tag = field.charAt(0);
      if (tag == 'S' || Character.isLowerCase(tag)) {
        flagged.add(path(field));
      }
    }
    for (int from = 0; from < flagged.size(); from += PATHS_MAX) {
      var some = flagged.subList(from, Math.min(flagged.size(), from + PATHS_MAX));
      for (var flag : List.of("--no-assume-unchanged", "--no-skip-worktree")) {
        var command = new ArrayList<>(List.of("update-index", flag, "--"));
        command.addAll(some);
        scratch.run(command.toArray(new String[0]));
      }
    }
  }

  /// Returns the content that the tree has only names of: submodules, and the files that links lead
  /// to.
  private String linkedContent(Scratch scratch) throws IOException {
    var beside = new StringBuilder();
    var paths = new TreeSet<String>();
    var fields = scratch.run("ls-files", "-s", "-z", "--full-name", ":/").fields();
    for (var field : fields) {
      paths.add(path(field));
    }
    for (var field : fields) {
      var path = path(field);
      var file = scratch.top().resolve(path);
      if (field.startsWith("160000") && !Files.exists(file.resolve(".git"))) {
        if (!isEmpty(file)) {
          throw new UnreadableRepositoryException(
              path + " is a submodule without a repository, with files");
        }
      } else if (field.startsWith("160000")) {
        if (level == LEVELS_MAX) {
          throw new UnreadableRepositoryException(path + ": submodules are nested too deep");
        }
        var inner = new GitTree(file, variables, List.of(), level + 1).id();
        if (!inner.isKnown()) {
          throw new UnreadableRepositoryException(path + ": " + inner.reason());
        }
        beside.append(path).append('\0').append(inner.orElse("")).append('\0');
      } else if (field.startsWith("120000") && Files.exists(file)) {
        var target = file.toRealPath();
        if (Files.isRegularFile(target)) {
          beside.append(path).append('\0').append(scratch.digest(target)).append('\0');
        } else if (!target.startsWith(scratch.top().toRealPath())) {
          throw new UnreadableRepositoryException(
              path + " leads out of the work tree, to " + target);
        } else if (!isEmpty(target) && !holdsAny(paths, relative(scratch.top(), target))) {
          throw new UnreadableRepositoryException(
              path + " leads to a folder that git ignores: " + target);
        }
      }
    }
    return beside.toString();
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return true;
    }
    try (var entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private static String relative(Path top, Path target) throws IOException {
    return top.toRealPath().relativize(target).toString().replace('\\', '/');
  }

  private static boolean holdsAny(NavigableSet<String> paths, String folder) {
    var prefix = folder.isEmpty() ? "" : folder + "/";
    var first = paths.ceiling(prefix);
    return first != null && first.startsWith(prefix);
  }

  /// Adds the files that are not tracked. Only `.gitignore`, which is content itself, and the
  /// user's own rules ignore any; `.git/info/exclude` and a setting of the repository do so with
  /// local files only.
  private static void addOthers(
      Scratch scratch, List<String> excluded, List<String> local, Path scratchFolder)
      throws IOException {
    var rules = new ArrayList<>(List.of("--exclude-per-directory=" + IGNORE_FILE));
    var user = scratch.git().run("", "config", "--global", "--type=path", "core.excludesFile");
    if (user.exit() == 0 && Files.isRegularFile(Path.of(user.line()))) {
      rules.add("--exclude-from=" + user.line());
    }
    var others = new ArrayList<String>();
    var beside = new ArrayList<String>();
    for (var path : untrackedFilesCommand(scratch, rules)) {
      (GitObjects.isExcluded(excluded, path) ? beside : others).add(path);
    }
    others.removeAll(ignoredOf(scratch, others, local));
    checkSizes(scratch.top(), others);
    add(scratch, others, scratchFolder);
    add(scratch, ignoreFiles(scratch, rules, excluded, beside), scratchFolder);
  }

  /// Returns the local files among others that any rule of git ignores.
  private static List<String> ignoredOf(Scratch scratch, List<String> others, List<String> local)
      throws IOException {
    var words = new ArrayList<>(List.of("ls-files", "--others", "--ignored"));
    words.addAll(List.of("--exclude-standard", "-z", "--full-name", "--"));
    int options = words.size();
    for (var path : others) {
      if (local.contains(path)) {
        words.add(":(top,literal)" + path);
      }
    }
    return words.size() == options ? List.of() : scratch.run(words.toArray(new String[0])).fields();
  }

  /// Returns each `.gitignore` that is ignored itself and stands beside files. One in a folder of
  /// which git takes nothing, as caches have, decides nothing.
  private static List<String> ignoreFiles(
      Scratch scratch, List<String> rules, List<String> excluded, List<String> beside)
      throws IOException {
    var ignored = new ArrayList<>(rules);
    ignored.addAll(List.of("--ignored", "--directory"));
    var found = new ArrayList<String>();
    for (var path : untrackedFilesCommand(scratch, ignored)) {
      boolean named = path.equals(IGNORE_FILE) || path.endsWith("/" + IGNORE_FILE);
      if (named && !GitObjects.isExcluded(excluded, path)) {
        found.add(path);
      }
    }
    if (!found.isEmpty()) {
      var paths = scratch.paths();
      paths.addAll(beside);
      found.removeIf(
          path -> !holdsAny(paths, path.substring(0, Math.max(0, path.lastIndexOf('/')))));
    }
    return found;
  }

  private static List<String> untrackedFilesCommand(Scratch scratch, List<String> rules)
      throws IOException {
    var words = new ArrayList<>(List.of("ls-files", "--others", "-z", "--full-name"));
    words.addAll(rules);
    words.add(":/");
    return scratch.run(words.toArray(new String[0])).fields();
  }

  private static void add(Scratch scratch, List<String> paths, Path scratchFolder)
      throws IOException {
    if (paths.isEmpty()) {
      return;
    }
    var list = scratchFolder.resolve("others");
    Files.write(list, Utf8.encode(String.join("\0", paths) + "\0"));
    scratch.run(
        "--literal-pathspecs",
        "add",
        "--force",
        "--pathspec-from-file=" + list,
        "--pathspec-file-nul");
  }

  /// Returns whether HEAD has changes against a commit.
  Fact<Boolean> movedSince(String commit) {
    try {
      var git = new GitProcess(folder, variables, PATIENCE);
      var prefix = git.run("", "rev-parse", "--show-prefix").line();
      var answer = git.run("", words("diff", commit, "HEAD"));
      if (answer.exit() != 0) {
        return Fact.unknown(answer.error());
      }
      boolean moved = false;
      for (var path : answer.fields()) {
        boolean here = path.startsWith(prefix);
        moved |= !here || !GitObjects.isExcluded(except, path.substring(prefix.length()));
      }
      return Fact.known(moved);
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Returns a command that prints the paths that differ, in the whole work tree.
  private static String[] words(String... command) {
    var words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--no-renames", "--no-relative", "--no-ext-diff"));
    words.addAll(List.of("--ignore-submodules=none", "--name-only", "-z", "--", ":/"));
    return words.toArray(new String[0]);
  }

  /// Git splits the list of folders at colons, unless they stand in quotes.
  static String quoted(String path) {
    return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /// Removes a folder with all that is in it; follows no link.
  static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
