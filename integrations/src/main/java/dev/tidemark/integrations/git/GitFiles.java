package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Git reader: reads HEAD and references from the files of a repository, without starting git.
///
/// Starting git costs as much as the rest of a hot verb; a few small files have the same content.
/// Nothing is cached, so a checkout by another process is seen.
final class GitFiles {
  /// The limit of symbolic references followed, HEAD included; the limit is git's own.
  private static final int DEPTH = 5;

  /// The files that git keeps during an unfinished merge or rebase.
  private static final List<String> WAITING =
      List.of("MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD");

  private static final List<String> INCOMING =
      List.of("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD");

  private static final String SYMBOLIC = "ref:";
  private static final String BRANCHES = "refs/heads/";

  private final GitDirectory folder;

  private GitFiles(GitDirectory folder) {
    this.folder = folder;
  }

  /// Finds the repository that a folder belongs to.
  ///
  /// @return null if it belongs to none
  /// @throws IOException if there is one that cannot be read
  static @Nullable GitFiles around(Path start, Map<String, String> environment) throws IOException {
    var found = GitDirectory.around(start, environment);
    return found == null ? null : new GitFiles(found);
  }

  /// Returns the folder of the files that are worked on; null in a bare repository.
  @Nullable Path workTree() {
    return folder.workTree();
  }

  /// Returns the folder that all worktrees share.
  Path common() {
    return folder.commonDir();
  }

  /// Returns whether the references can be read here; else only the git program can.
  boolean understood() {
    return folder.foreign() == null;
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
    return new GitHistory(folder.commonDir().resolve("objects"));
  }

  /// Returns whether git waits for conflicts to be resolved.
  boolean isMerging() {
    for (var name : WAITING) {
      if (Files.exists(folder.gitDir().resolve(name))) {
        return true;
      }
    }
    return false;
  }

  /// Returns the commit that is being merged, picked, reverted or applied; null if none is named.
  @Nullable String incoming() throws IOException {
    for (var name : INCOMING) {
      var text = GitTextFiles.read(folder.gitDir().resolve(name));
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
    var file = GitTextFiles.path(isOwn(name) ? folder.gitDir() : folder.commonDir(), name);
    var text = GitTextFiles.read(file);
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
    var file = folder.commonDir().resolve("packed-refs");
    byte @Nullable [] bytes = GitTextFiles.bytes(file);
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
}
