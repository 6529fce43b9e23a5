package dev.tidemark.integrations.git;

import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.fact.MovedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Rename detection: finds a file that is not under its recorded path any more, by its content in
/// the work tree, else by the renames in recent commits and the index. Git never compares the work
/// tree here, which could start the filters of a repository.
final class GitRenames implements MovedFiles {
  private static final String COMMITS_MAX = "200";

  /// The most files of the recorded size whose content is read.
  private static final int READ_MAX = 50;

  /// The largest file whose content is read.
  private static final int BYTES_MAX = 1024 * 1024;

  private final Path root;
  private final Supplier<@Nullable GitProcess> processes;

  /// The files of the work tree by their size; listed by the first search that needs them.
  private @Nullable Map<Long, List<String>> files;

  /// The digests of files that were read.
  private final Map<String, String> digests = new HashMap<>();

  /// The renames in commits and in the index, oldest first; listed by the first search.
  private @Nullable List<Rename> renames;

  /// @param processes starts git; null where there is no commit
  GitRenames(Path root, Supplier<@Nullable GitProcess> processes) {
    this.root = root;
    this.processes = processes;
  }

  @Override
  public @Nullable String path(String path, long size, @Nullable String digest) {
    var same =
        digest == null || size == 0 || size > BYTES_MAX ? null : withContent(path, size, digest);
    return same == null ? renamed(path) : same;
  }

  /// Returns the file with the recorded content; of several, the one with the same file name.
  private @Nullable String withContent(String path, long size, String digest) {
    if (files == null) {
      files = listFiles();
    }
    String found = null;
    int read = 0;
    for (var candidate : files.getOrDefault(size, List.of())) {
      if (read++ < READ_MAX && digests.computeIfAbsent(candidate, this::digest).equals(digest)) {
        found = found == null || name(candidate).equals(name(path)) ? candidate : found;
      }
    }
    return found;
  }

  private Map<Long, List<String>> listFiles() {
    var bySize = new HashMap<Long, List<String>>();
    try {
      var git = processes.get();
      var listed =
          git == null
              ? List.<String>of()
              : git.run("", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                  .fields();
      for (var path : listed) {
        var file = resolve(path);
        if (file != null) {
          bySize.computeIfAbsent(Files.size(file), size -> new ArrayList<>()).add(path);
        }
      }
    } catch (IOException unreadable) {
      // What is not listed is not found.
    }
    return bySize;
  }

  private String digest(String path) {
    try {
      return Sha256.hex(BoundedFile.bytes(root.resolve(path), BYTES_MAX));
    } catch (IOException unreadable) {
      return "";
    }
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

  /// Returns what commits and the index renamed the file to.
  private @Nullable String renamed(String path) {
    if (renames == null) {
      renames = listRenames();
    }
    var now = path;
    for (var rename : renames) {
      now = rename.from().equals(now) ? rename.to() : now;
    }
    return now.equals(path) || resolve(now) == null ? null : now;
  }

  private record Rename(String from, String to) {}

  private List<Rename> listRenames() {
    try {
      var git = processes.get();
      if (git == null) {
        return List.of();
      }
      var all =
          new ArrayList<>(renames(git, "log", "-n", COMMITS_MAX, "--format=", "--name-status"));
      Collections.reverse(all);
      all.addAll(renames(git, "diff", "--cached", "--name-status"));
      return all;
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private static List<Rename> renames(GitProcess git, String... command) throws IOException {
    var words = new ArrayList<String>(List.of(command));
    words.addAll(1, List.of("--find-renames", "--diff-filter=R", "--no-ext-diff"));
    words.addAll(List.of("-z", "--relative", "HEAD"));
    var fields = git.run("", words.toArray(new String[0])).fields();
    var renames = new ArrayList<Rename>();
    // Each is a code such as R100, and both paths.
    for (int i = 0; i + 2 < fields.size(); i += 3) {
      renames.add(new Rename(fields.get(i + 1), fields.get(i + 2)));
    }
    return renames;
  }
}
