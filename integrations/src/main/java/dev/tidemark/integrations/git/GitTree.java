package dev.tidemark.integrations.git;

import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Names what is in the work tree, with the git program. Nothing of the repository is touched: what
/// git would write goes to a folder that is removed again.
final class GitTree {
  /// Every file that differs is read once.
  private static final long PATIENCE = 120_000;

  private final Path folder;
  private final Map<String, String> variables;
  private final List<String> except;

  /// @param variables the exact environment of git
  /// @param except paths below the folder that do not count
  GitTree(Path folder, Map<String, String> variables, List<String> except) {
    this.folder = folder;
    this.variables = variables;
    this.except = List.copyOf(except);
  }

  /// Returns the id that git would give to the work tree, were it committed as it is.
  Fact<String> id() {
    try {
      var git = new GitProcess(folder, variables, PATIENCE);
      var index = git.run("", "rev-parse", "--path-format=absolute", "--git-path", "index");
      var objects = git.run("", "rev-parse", "--path-format=absolute", "--git-path", "objects");
      if (index.exit() != 0 || objects.exit() != 0) {
        return Fact.unknown(index.exit() != 0 ? index.complaint() : objects.complaint());
      }
      var scratch = Files.createTempDirectory("tidemark-tree-");
      try {
        return id(Path.of(index.line()), objects.line(), scratch);
      } finally {
        remove(scratch);
      }
    } catch (IOException failure) {
      return Fact.unknown(DiskReason.located(failure));
    } catch (InvalidPathException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// The index is copied, so that git reads only the files that differ from it.
  private Fact<String> id(Path index, String objects, Path scratch) throws IOException {
    var mine = new HashMap<>(variables);
    mine.put("GIT_INDEX_FILE", scratch.resolve("index").toString());
    mine.put("GIT_OBJECT_DIRECTORY", scratch.resolve("objects").toString());
    mine.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(objects));
    Files.createDirectory(scratch.resolve("objects"));
    if (Files.exists(index)) {
      Files.copy(index, scratch.resolve("index"));
    }
    var git = new GitProcess(folder, mine, PATIENCE);
    // Git refuses to add a folder in which an exception is ignored, so they are taken out after.
    var added = git.run("", "add", "--all", "--", ":/");
    if (added.exit() != 0) {
      return Fact.unknown(added.complaint());
    }
    if (!except.isEmpty()) {
      var command =
          new ArrayList<>(
              List.of("--literal-pathspecs", "rm", "-r", "--cached", "--quiet", "--force"));
      command.addAll(List.of("--ignore-unmatch", "--"));
      command.addAll(except);
      var removed = git.run("", command.toArray(new String[0]));
      if (removed.exit() != 0) {
        return Fact.unknown(removed.complaint());
      }
    }
    var tree = git.run("", "write-tree");
    return tree.exit() == 0 ? Fact.known(tree.line()) : Fact.unknown(tree.complaint());
  }

  /// Returns the paths, from the top of the work tree, that differ from HEAD or are not in it.
  Fact<List<String>> changed() {
    try {
      var git = new GitProcess(folder, variables, PATIENCE);
      var answer = git.run("", words("status", "--porcelain", "-z", "--untracked-files=all"));
      if (answer.exit() != 0) {
        return Fact.unknown(answer.complaint());
      }
      var paths = new ArrayList<String>();
      var fields = answer.fields();
      for (int i = 0; i < fields.size(); i++) {
        var field = fields.get(i);
        paths.add(field.substring(Math.min(3, field.length())));
        if (field.startsWith("R") || field.startsWith("C")) {
          i++; // the name it had before follows
        }
      }
      return Fact.known(List.copyOf(paths));
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Returns whether HEAD holds anything but what a commit holds.
  Fact<Boolean> movedSince(String commit) {
    try {
      var git = new GitProcess(folder, variables, PATIENCE);
      var answer = git.run("", words("diff", "--quiet", commit, "HEAD"));
      return answer.exit() <= 1 ? Fact.known(answer.exit() == 1) : Fact.unknown(answer.complaint());
    } catch (UnreadableRepositoryException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  /// Returns a command about the whole work tree but for the exceptions.
  private String[] words(String... command) {
    var words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--", ":/"));
    for (var path : except) {
      words.add(":(exclude,literal)" + path);
    }
    return words.toArray(new String[0]);
  }

  /// Git splits the list of folders at colons, unless they stand in quotes.
  private static String quoted(String path) {
    return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void remove(Path scratch) throws IOException {
    try (var paths = Files.walk(scratch)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
