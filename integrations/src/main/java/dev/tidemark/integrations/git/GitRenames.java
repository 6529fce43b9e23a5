package dev.tidemark.integrations.git;

import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rename detection: finds a file that is not under its recorded path any more, by its content in
/// the work tree, else by the renames in recent commits and the index. Git never compares the work
/// tree here, which could start the filters of a repository.
final class GitRenames {
  private static final String COMMITS_MAX = "200";

  /// The most files of the recorded size whose content is read.
  private static final int READ_MAX = 50;

  /// The largest file whose content is read.
  private static final int BYTES_MAX = 1024 * 1024;

  private final Path root;
  private final GitProcess git;

  GitRenames(Path root, GitProcess git) {
    this.root = root;
    this.git = git;
  }

  /// Returns where the file is; null if that is not known.
  @Nullable String find(String path, long size, @Nullable String digest) {
    try {
      var same =
          digest == null || size == 0 || size > BYTES_MAX ? null : withContent(path, size, digest);
      return same == null ? renamed(path) : same;
    } catch (IOException unreadable) {
      return null;
    }
  }

  /// Returns the file with the recorded content; of several, the one with the same file name.
  private @Nullable String withContent(String path, long size, String digest) throws IOException {
    var listed = git.run("", "ls-files", "-z", "--cached", "--others", "--exclude-standard");
    String found = null;
    int read = 0;
    for (var candidate : listed.fields()) {
      var file = resolve(candidate);
      if (file != null && Files.size(file) == size && read++ < READ_MAX) {
        boolean same = Sha256.hex(BoundedFile.bytes(file, BYTES_MAX)).equals(digest);
        if (same && (found == null || name(candidate).equals(name(path)))) {
          found = candidate;
        }
      }
    }
    return found;
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns the regular file of a path; null if there is none.
  private @Nullable Path resolve(String path) {
    try {
      var file = root.resolve(path);
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? file : null;
    } catch (InvalidPathException strange) {
      return null;
    }
  }

  /// Returns what commits and the index renamed the file to, from the oldest to the newest.
  private @Nullable String renamed(String path) throws IOException {
    var log =
        renames("log", "-n", COMMITS_MAX, "--format=", "--name-status", "-z", "--relative", "HEAD");
    var staged = renames("diff", "--cached", "--name-status", "-z", "--relative", "HEAD");
    var now = path;
    for (int i = log.size() - 1; i >= 0; i--) {
      now = log.get(i).from().equals(now) ? log.get(i).to() : now;
    }
    for (var rename : staged) {
      now = rename.from().equals(now) ? rename.to() : now;
    }
    return now.equals(path) || resolve(now) == null ? null : now;
  }

  private record Rename(String from, String to) {}

  private List<Rename> renames(String... command) throws IOException {
    var words = new ArrayList<String>(List.of(command));
    words.addAll(1, List.of("--find-renames", "--diff-filter=R", "--no-ext-diff"));
    var fields = git.run("", words.toArray(new String[0])).fields();
    var renames = new ArrayList<Rename>();
    // Each is a code such as R100, and both paths.
    for (int i = 0; i + 2 < fields.size(); i += 3) {
      renames.add(new Rename(fields.get(i + 1), fields.get(i + 2)));
    }
    return renames;
  }
}
