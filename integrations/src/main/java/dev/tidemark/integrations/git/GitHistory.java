package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Commit ancestry from loose objects: the newest commits are kept that way, and reading a few of
/// them is cheaper than starting git.
final class GitHistory {
  /// The number of commits read before git is started instead.
  private static final int COMMITS_MAX = 64;

  /// The head of a commit is longer only if it has very many parents.
  private static final int HEAD_BYTES = 4096;

  private static final String PARENT = "parent ";

  private final Path objects;

  GitHistory(Path objects) {
    this.objects = objects;
  }

  static boolean isCommit(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return name.length() == 40 || name.length() == 64;
  }

  /// Returns how many commits lead from one commit back to another; -1 if that is not known: the
  /// way is too long, has a merge on it, or leaves the commits that are files of their own.
  ///
  /// @throws IOException if an object cannot be read
  int distance(String from, String back) throws IOException {
    var commit = from;
    for (int read = 1; read <= COMMITS_MAX; read++) {
      var head = head(commit);
      if (head == null) {
        return -1;
      }
      int at = head.indexOf(PARENT);
      int end = at < 0 ? -1 : head.indexOf('\n', at);
      if (end < 0 || head.startsWith(PARENT, end + 1)) {
        return -1;
      }
      commit = head.substring(at + PARENT.length(), end);
      if (commit.equals(back)) {
        return read;
      }
      if (!isCommit(commit)) {
        return -1;
      }
    }
    return -1;
  }

  /// Returns the parents of a commit; null if it is no file of its own.
  ///
  /// @throws IOException if the object cannot be read
  @Nullable List<String> parents(String commit) throws IOException {
    var head = head(commit);
    if (head == null) {
      return null;
    }
    var parents = new ArrayList<String>();
    for (int at = head.indexOf(PARENT); at >= 0; at = head.indexOf(PARENT, at)) {
      int end = head.indexOf('\n', at);
      parents.add(head.substring(at + PARENT.length(), end));
      at = end;
    }
    return parents;
  }

  /// Returns the beginning of a commit, to where its parents end; null if it is no file of its own.
  private @Nullable String head(String commit) throws IOException {
    var file = objects.resolve(commit.substring(0, 2)).resolve(commit.substring(2));
    byte @Nullable [] packed = GitFiles.bytes(file);
    if (packed == null) {
      return null;
    }
    var inflater = new Inflater();
    try {
      inflater.setInput(packed);
      var bytes = new byte[HEAD_BYTES];
      var text = new String(bytes, 0, inflater.inflate(bytes), ISO_8859_1);
      int author = text.indexOf("\nauthor ");
      return text.startsWith("commit ") && author > 0 ? text.substring(0, author + 1) : null;
    } catch (DataFormatException damaged) {
      return null;
    } finally {
      inflater.end();
    }
  }
}
