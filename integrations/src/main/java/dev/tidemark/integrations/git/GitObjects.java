package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reader of git objects: commits, trees and blobs. Work tree, index, replaced objects and settings
/// of the repository do not count.
public final class GitObjects {
  /// The endings of the files that Tidemark has in its folders of a work tree.
  private static final Set<String> RECORDS = Set.of("json", "jsonl", "gz", "md", "yaml", "yml");

  /// What the name of a temporary file ends with, and what stands in that of a quarantined one.
  private static final String TEMPORARY = ".tidemark-tmp";

  private static final String ASIDE = ".corrupt-";

  /// The work trees of runners, which git lists as folders.
  private static final String WORK_TREES = ".tidemark/worktrees/";

  /// Every blob of a large repository may have to be read.
  private static final long PATIENCE = 120_000;

  /// The limit of ids passed to one process, whose input must fit into a pipe.
  private static final int IDS_MAX = 500;

  private final Path folder;
  private final Map<String, String> variables;
  private final GitProcess git;

  /// Takes the root of a project, and the variables of the process.
  public GitObjects(ProjectRoot root, Map<String, String> environment) {
    this.folder = root.folder();
    this.variables =
        new HashMap<>(GitVariables.of(environment, root.usesGitVariables(environment)));
    variables.put("GIT_NO_REPLACE_OBJECTS", "1");
    variables.put("GIT_GRAFT_FILE", "/dev/null");
    this.git = new GitProcess(folder, variables, PATIENCE);
  }

  /// Entry of a tree that is no tree itself.
  ///
  /// @param path its path from the project root
  /// @param mode its mode in octal digits
  /// @param object the id of its content
  /// @param size the size of its content; -1 for a submodule
  public record Entry(String path, String mode, String object, long size) {}

  /// Returns the full names of the references that a short name may mean: a branch of this clone or
  /// of a remote, or a tag. Git takes the tag, which anyone can push who may push a branch; more
  /// than one is for the caller to refuse.
  ///
  /// @throws IOException if git cannot be asked
  public List<String> references(String name) throws IOException {
    var found = new ArrayList<String>();
    for (var folder : List.of("refs/heads/", "refs/remotes/", "refs/tags/")) {
      if (!name.startsWith("refs/") && !name.startsWith("-") && commit(folder + name).isPresent()) {
        found.add(folder + name);
      }
    }
    return found;
  }

  /// Returns the id of the commit of that name; empty if there is none.
  ///
  /// @throws IOException if git cannot be asked
  public Optional<String> commit(String revision) throws IOException {
    if (revision.isEmpty() || revision.startsWith("-")) {
      return Optional.empty();
    }
    var answer = git.run("", "rev-parse", "--verify", "--quiet", revision + "^{commit}");
    if (answer.isNoRepository()) {
      throw new UnreadableRepositoryException(answer);
    }
    return answer.exit() == 0 ? Optional.of(answer.line()) : Optional.empty();
  }

  /// Returns whether older commits are missing in this clone.
  ///
  /// @throws IOException if git cannot be asked
  public boolean isShallow() throws IOException {
    return line("rev-parse", "--is-shallow-repository").equals("true");
  }

  /// Returns the newest commit that two commits share; empty if there is none.
  ///
  /// @throws IOException if git cannot be asked
  public Optional<String> mergeBase(String one, String other) throws IOException {
    var answer = git.run("", "merge-base", one, other);
    if (answer.exit() > 1) {
      throw new UnreadableRepositoryException(answer);
    }
    var line = answer.line();
    int end = line.indexOf('\n');
    return answer.exit() == 0
        ? Optional.of(end < 0 ? line : line.substring(0, end))
        : Optional.empty();
  }

  /// Returns the files of a commit at or below some paths.
  ///
  /// @param paths from the project root
  /// @throws IOException if git cannot be asked, or does not have the commit
  public List<Entry> entries(String commit, List<String> paths) throws IOException {
    var command = new ArrayList<>(List.of("ls-tree", "-r", "-z", "-l", commit, "--"));
    for (var path : paths) {
      command.add(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }
    var entries = new ArrayList<Entry>();
    for (var field : run(command.toArray(new String[0])).fields()) {
      int tab = field.indexOf('\t');
      var parts = field.substring(0, Math.max(0, tab)).split(" +", -1);
      if (parts.length != 4) {
        throw new UnreadableRepositoryException("git lists a tree in a way that is not known");
      }
      if (parts[3].equals("BAD")) {
        throw missing(parts[2]);
      }
      long size = parts[3].equals("-") ? -1 : Long.parseLong(parts[3]);
      entries.add(new Entry(field.substring(tab + 1), parts[0], parts[2], size));
    }
    return entries;
  }

  /// Returns the contents that a file below a path has had in the commits of a change, merged sides
  /// included: what no parent of a commit has, in the order of the commits.
  ///
  /// @param base the commit whose history is no part of the change
  /// @param path from the project root
  /// @return the sizes of the files by the ids of their content
  /// @throws IOException if git cannot be asked, or does not have a commit
  public Map<String, Long> history(String base, String head, String path) throws IOException {
    var ids = new LinkedHashSet<String>();
    // Combined diffs of merges: a file of one parent was added by a commit of that side.
    var log =
        run(
            "-c",
            "log.showSignature=false",
            "-c",
            "log.showRoot=true",
            "-c",
            "log.follow=false",
            "-c",
            "core.commitGraph=false",
            "--literal-pathspecs",
            "log",
            "--format=",
            "--raw",
            "-z",
            "-c",
            "--no-abbrev",
            "--no-renames",
            "--full-history",
            head,
            "^" + base,
            "--",
            path);
    for (var field : log.fields()) {
      var parts = field.split(" ", -1);
      int parents = parts[0].lastIndexOf(':') + 1;
      if (parents > 0 && parts.length == 2 * parents + 3 && parts[parents].startsWith("100")) {
        ids.add(parts[2 * parents + 1]);
      }
    }
    var sizes = new LinkedHashMap<String, Long>();
    var all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += IDS_MAX) {
      var some = all.subList(from, Math.min(all.size(), from + IDS_MAX));
      var check = "--batch-check=%(objectname) %(objectsize)";
      var answer = run(git, String.join("\n", some) + "\n", "cat-file", check);
      for (var line : answer.output().lines().toList()) {
        int blank = line.indexOf(' ');
        if (line.endsWith(" missing")) {
          throw missing(line.substring(0, blank));
        }
        sizes.put(line.substring(0, blank), Long.parseLong(line.substring(blank + 1)));
      }
    }
    return sizes;
  }

  /// Returns whether history of a change is missing in a shallow clone: a commit without parents.
  ///
  /// @throws IOException if git cannot be asked
  public boolean isCutOff(String base, String head) throws IOException {
    return !line("rev-list", "--max-count=1", "--max-parents=0", head, "^" + base).isEmpty();
  }

  /// Returns the content of blobs, by their ids. All of it is kept in memory: the caller bounds
  /// their sizes.
  ///
  /// @throws IOException if git cannot be asked, or does not have one
  public Map<String, byte[]> blobs(List<String> ids) throws IOException {
    var blobs = new HashMap<String, byte[]>();
    for (int from = 0; from < ids.size(); from += IDS_MAX) {
      var some = ids.subList(from, Math.min(ids.size(), from + IDS_MAX));
      var answer = git.runForBytes(String.join("\n", some) + "\n", "cat-file", "--batch");
      if (answer.exit() != 0) {
        throw new UnreadableRepositoryException(answer);
      }
      split(answer.output(), some, blobs);
    }
    return blobs;
  }

  /// Splits the output of `cat-file --batch`: id, type and size in a line, the content, a line end.
  private static void split(String output, List<String> ids, Map<String, byte[]> blobs)
      throws IOException {
    int at = 0;
    for (var id : ids) {
      int end = output.indexOf('\n', at);
      var head = id + " blob ";
      if (end < 0 || !output.startsWith(head, at)) {
        throw missing(id);
      }
      int size = Integer.parseInt(output.substring(at + head.length(), end));
      blobs.put(id, output.substring(end + 1, end + 1 + size).getBytes(ISO_8859_1));
      at = end + 1 + size + 1;
    }
  }

  private static UnreadableRepositoryException missing(String id) {
    return new UnreadableRepositoryException("git has no object " + id + " in this clone");
  }

  /// Returns the id of a commit's tree without some paths: that which [GitRepository#commitTree]
  /// returns for a work tree of the same content.
  ///
  /// @param except paths from the project root
  /// @throws IOException if git cannot be asked, or does not have the commit
  public String tree(String commit, List<String> except) throws IOException {
    var prefix = line("rev-parse", "--show-prefix");
    var objects = line("rev-parse", "--path-format=absolute", "--git-path", "objects");
    try (var scratch = ScratchFolder.create()) {
      var mine = new HashMap<>(variables);
      mine.put("GIT_INDEX_FILE", scratch.path().resolve("index").toString());
      mine.put("GIT_OBJECT_DIRECTORY", scratch.path().resolve("objects").toString());
      mine.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", GitTree.quoted(objects));
      Files.createDirectory(scratch.path().resolve("objects"));
      var other = new GitProcess(folder, mine, PATIENCE);
      run(other, "", "-c", "core.sparseCheckout=false", "read-tree", commit);
      var excluded = new ArrayList<String>();
      for (var path : except) {
        excluded.add(prefix + path);
      }
      var removed = new StringBuilder();
      for (var path : run("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit).fields()) {
        if (isExcluded(excluded, path)) {
          removed.append("0 ").repeat("0", commit.length()).append('\t').append(path).append('\0');
        }
      }
      if (!removed.isEmpty()) {
        run(other, removed.toString(), "update-index", "-z", "--index-info");
      }
      return run(other, "", "write-tree", "--missing-ok").line();
    }
  }

  /// Returns whether a path does not count. In a folder of records only records do not: a program
  /// or any other file that is put there counts.
  ///
  /// @param paths files and folders without all that is in them; with a slash at the end, folders
  ///   of records
  static boolean isExcluded(List<String> paths, String path) {
    for (var each : paths) {
      boolean within =
          each.endsWith("/")
              ? path.startsWith(each) && isRecord(path)
              : path.equals(each) || path.startsWith(each + "/");
      if (within) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether a file is a document, a definition, a receipt, or a copy or remainder of one,
  /// by its name; or a folder that is a work tree of a runner.
  private static boolean isRecord(String path) {
    if (path.endsWith("/")) {
      return path.contains(WORK_TREES);
    }
    var name = path.substring(path.lastIndexOf('/') + 1);
    int aside = name.indexOf(ASIDE);
    if (name.startsWith(".") && name.endsWith(TEMPORARY)) {
      // The name of the file, and something unique.
      var own = name.substring(0, name.length() - TEMPORARY.length());
      name = own.substring(0, Math.max(0, own.lastIndexOf('.')));
    } else if (aside > 0 && name.indexOf('.', aside + 1) < 0) {
      name = name.substring(0, aside);
    }
    int dot = name.lastIndexOf('.');
    return name.equals(".gitkeep") || (dot > 0 && RECORDS.contains(name.substring(dot + 1)));
  }

  private String line(String... arguments) throws IOException {
    return run(arguments).line();
  }

  private GitProcess.Answer run(String... arguments) throws IOException {
    return run(git, "", arguments);
  }

  private static GitProcess.Answer run(GitProcess git, String input, String... arguments)
      throws IOException {
    var answer = git.run(input, arguments);
    if (answer.exit() != 0) {
      throw new UnreadableRepositoryException(answer);
    }
    return answer;
  }
}
