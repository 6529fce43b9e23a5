package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Git reader: finds a repository as git does, and reads HEAD and references from its files,
/// without starting git.
///
/// Starting git costs as much as the rest of a hot verb; a few small files have the same content.
/// Nothing is cached, so a checkout by another process is seen.
final class GitFiles {
  /// The limit of symbolic references followed, HEAD included; the limit is git's own.
  private static final int DEPTH = 5;

  /// The files that git keeps during an unfinished merge, squash, rebase or other application of
  /// changes.
  private static final List<String> WAITING =
      List.of(
          "MERGE_HEAD",
          "SQUASH_MSG",
          "AUTO_MERGE",
          "rebase-merge",
          "rebase-apply",
          "CHERRY_PICK_HEAD",
          "REVERT_HEAD");

  private static final List<String> INCOMING =
      List.of("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD");

  private static final String SYMBOLIC = "ref:";
  private static final String BRANCHES = "refs/heads/";

  /// The prefix of a `.git` file that points elsewhere.
  private static final String LINK = "gitdir:";

  /// The most bytes of a file that is read: `packed-refs` has one line for each reference.
  private static final int BYTES_MAX = 64 * 1024 * 1024;

  private final Path gitDir;
  private final Path commonDir;
  private final @Nullable Path workTree;
  private final @Nullable String foreign;

  /// @param gitDir the folder of this worktree alone: HEAD
  /// @param commonDir the folder shared by all worktrees: branches, `packed-refs`, `config`
  /// @param workTree the files that are worked on; absent in a bare repository
  /// @param foreign why only the git program can read it; absent if its files can be read
  private GitFiles(Path gitDir, Path commonDir, @Nullable Path workTree, @Nullable String foreign) {
    this.gitDir = gitDir;
    this.commonDir = commonDir;
    this.workTree = workTree;
    this.foreign = foreign;
  }

  /// Finds the repository that a folder belongs to.
  ///
  /// @param start an absolute path without symbolic links
  /// @return null if it belongs to none
  /// @throws IOException if there is one that cannot be read
  static @Nullable GitFiles find(Path start, Map<String, String> environment) throws IOException {
    var ceilings = environment.get("GIT_CEILING_DIRECTORIES");
    for (var folder = start; folder != null; folder = folder.getParent()) {
      var found = findIn(folder);
      if (found != null) {
        return found;
      }
      if (ceilings != null && isCeiling(folder.getParent(), ceilings)) {
        return null;
      }
    }
    return null;
  }

  /// Returns the folder of the files that are worked on; null in a bare repository.
  @Nullable Path workTree() {
    return workTree;
  }

  /// Returns the folder that all worktrees share.
  Path common() {
    return commonDir;
  }

  /// Returns whether the references can be read here; else only the git program can.
  boolean isReadable() {
    return foreign == null;
  }

  /// Returns the branch and the commit.
  ///
  /// @throws IOException if they cannot be made out
  Head head() throws IOException {
    var name = "HEAD";
    for (int depth = 0; depth < DEPTH; depth++) {
      var text = reference(name);
      if (text == null) {
        return new Head(branch(name), null);
      }
      if (!text.startsWith(SYMBOLIC)) {
        return new Head(branch(name), commit(name, text));
      }
      name = target(name, text.substring(SYMBOLIC.length()).strip());
    }
    throw new UnreadableRepositoryException("HEAD leads through too many symbolic references");
  }

  /// Returns the reader of commit ancestry.
  GitHistory history() {
    return new GitHistory(commonDir.resolve("objects"));
  }

  /// Returns whether the settings of this repository can contain a clean filter: whether they name
  /// one, or include another file.
  boolean mayHaveFilters() throws IOException {
    for (var file : List.of(commonDir.resolve("config"), gitDir.resolve("config.worktree"))) {
      var text = read(file);
      var lower = text == null ? "" : text.toLowerCase(Locale.ROOT);
      if (lower.contains("filter") || lower.contains("include")) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether git waits for conflicts to be resolved.
  boolean isMerging() {
    for (var name : WAITING) {
      if (Files.exists(gitDir.resolve(name))) {
        return true;
      }
    }
    return false;
  }

  /// Returns the commit that is being merged, picked, reverted or applied; null if none is named.
  @Nullable String incoming() throws IOException {
    for (var name : INCOMING) {
      var text = read(gitDir.resolve(name));
      if (text != null) {
        return text.lines().findFirst().orElse(null);
      }
    }
    return null;
  }

  private static @Nullable String branch(String name) {
    return name.startsWith(BRANCHES) ? name.substring(BRANCHES.length()) : null;
  }

  /// Returns the target of a reference, or null if it does not exist.
  private @Nullable String reference(String name) throws IOException {
    var file = resolve(isOwn(name) ? gitDir : commonDir, name);
    var text = read(file);
    if (name.equals("HEAD") && (text == null || !text.startsWith(SYMBOLIC))) {
      // Old repositories have a symbolic link in place of a symbolic reference.
      if (Files.isSymbolicLink(file)) {
        return SYMBOLIC + Files.readSymbolicLink(file);
      }
      return text;
    }
    return text == null ? packed(name) : text;
  }

  /// Returns whether each worktree has its own reference of that name.
  private static boolean isOwn(String name) {
    return name.equals("HEAD")
        || name.startsWith("refs/worktree/")
        || name.startsWith("refs/bisect/")
        || name.startsWith("refs/rewritten/");
  }

  private @Nullable String packed(String name) throws IOException {
    var file = commonDir.resolve("packed-refs");
    byte @Nullable [] bytes = bytes(file);
    if (bytes == null || bytes.length == 0) {
      return null;
    }
    if (bytes[bytes.length - 1] != '\n') {
      throw new UnreadableRepositoryException(file + " is cut off");
    }
    // One byte is one character here, so nothing is decoded before the line is found.
    var text = new String(bytes, ISO_8859_1);
    var needle = new String((" " + name + "\n").getBytes(UTF_8), ISO_8859_1);
    int space = text.indexOf(needle);
    if (space < 0) {
      return null;
    }
    return text.substring(text.lastIndexOf('\n', space) + 1, space);
  }

  /// Refuses a name that could lead out of the git folder.
  private static String target(String from, String name) throws IOException {
    boolean safe = name.startsWith("refs/") && !name.contains("..");
    for (int i = 0; safe && i < name.length(); i++) {
      safe = name.charAt(i) > ' ' && name.charAt(i) != '\\';
    }
    if (!safe) {
      throw new UnreadableRepositoryException(from + " names no reference");
    }
    return name;
  }

  private static String commit(String name, String text) throws IOException {
    int digits = 0;
    while (digits < text.length() && Character.digit(text.charAt(digits), 16) >= 0) {
      digits++;
    }
    boolean ended = digits == text.length() || Character.isWhitespace(text.charAt(digits));
    if (!ended || (digits != 40 && digits != 64)) {
      throw new UnreadableRepositoryException(name + " names no commit");
    }
    return text.substring(0, digits);
  }

  private static @Nullable GitFiles findIn(Path folder) throws IOException {
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

  private static GitFiles linked(Path link, Path folder) throws IOException {
    var text = read(link);
    if (text == null || !text.startsWith(LINK)) {
      throw new UnreadableRepositoryException(link + " is no link to a git folder");
    }
    var gitDir = resolve(folder, text.substring(LINK.length()).strip());
    var common = common(gitDir);
    if (!isRepository(gitDir, common)) {
      throw new UnreadableRepositoryException(
          link + " points to " + gitDir + ", which is no git folder");
    }
    return of(gitDir, common, folder);
  }

  private static GitFiles of(Path gitDir, Path common, @Nullable Path folder) throws IOException {
    var config = GitConfig.of(gitDir, common);
    var named = config.workTree();
    var workTree = config.isBare() ? null : folder;
    if (named != null) {
      var path = resolve(gitDir, named);
      workTree = Files.isDirectory(path) ? path.toRealPath() : path;
    }
    return new GitFiles(gitDir, common, workTree, config.foreign());
  }

  private static Path common(Path gitDir) throws IOException {
    var shared = read(gitDir.resolve("commondir"));
    return shared == null ? gitDir : resolve(gitDir, shared.strip());
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

  /// Returns the file's text, or null if there is no such file.
  static @Nullable String read(Path file) throws IOException {
    byte @Nullable [] bytes = bytes(file);
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /// Returns the file's bytes, or null if there is no such file.
  ///
  /// A folder in its place, or a file in place of one of its folders, is absence too: that is how
  /// the branches `a` and `a/b` exclude each other.
  static byte @Nullable [] bytes(Path file) throws IOException {
    if (Files.notExists(file)) {
      return null;
    }
    try {
      return BoundedFile.bytes(file, BYTES_MAX);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      if (Files.isDirectory(file) || isBelowFile(file)) {
        return null;
      }
      throw unreadable(file, e);
    }
  }

  /// Returns a path that a git file names, relative to the folder that it is relative to.
  static Path resolve(Path folder, String name) throws IOException {
    try {
      return folder.resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw unreadable(folder, e);
    }
  }

  private static UnreadableRepositoryException unreadable(Path file, Exception cause) {
    var reason = cause instanceof IOException io ? DiskReason.of(io) : cause.getMessage();
    var e = new UnreadableRepositoryException("cannot read " + file + ": " + reason);
    e.initCause(cause);
    return e;
  }

  private static boolean isBelowFile(Path file) {
    for (var p = file.getParent(); p != null && !Files.isDirectory(p); p = p.getParent()) {
      if (Files.isRegularFile(p)) {
        return true;
      }
    }
    return false;
  }
}
