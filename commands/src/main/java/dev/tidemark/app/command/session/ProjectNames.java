package dev.tidemark.app.command.session;

import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Names of the projects of a server: that of the folder. Where several have the same, each has the
/// folders above it in front, until they differ. The order of the options makes no difference, so
/// that an address never leads to another project.
public final class ProjectNames {
  private ProjectNames() {}

  /// Returns the folders of projects by their names, in the order given.
  ///
  /// @param folder what the options are relative to
  /// @throws InputException if one is no project, or given twice
  public static Map<String, Path> of(List<String> options, Path folder) {
    var roots = new ArrayList<Path>();
    for (var option : options) {
      var root = root(option, folder);
      if (roots.contains(root)) {
        throw new InputException(
            option + " is given twice; nothing was done", "Give each project once.");
      }
      roots.add(root);
    }
    var names = new LinkedHashMap<String, Path>();
    for (var root : roots) {
      int length = 1;
      while (length < root.getNameCount() && isShared(root, length, roots)) {
        length++;
      }
      var other = names.put(name(root, length), root);
      if (other != null) {
        throw new InputException(
            other + " and " + root + " would both be called " + name(root, length),
            "Rename one of the folders.");
      }
    }
    return names;
  }

  private static boolean isShared(Path root, int length, List<Path> roots) {
    int same = 0;
    for (var other : roots) {
      same += name(other, length).equals(name(root, length)) ? 1 : 0;
    }
    return same > 1;
  }

  /// Returns the last names of a path, with a hyphen between them.
  private static String name(Path root, int length) {
    int count = root.getNameCount();
    var last = count == 0 ? root : root.subpath(Math.max(0, count - length), count);
    return last.toString().replace(last.getFileSystem().getSeparator(), "-");
  }

  private static Path root(String option, Path folder) {
    try {
      var root = folder.resolve(option).toRealPath();
      if (Files.isDirectory(root.resolve(".tidemark"))
          || Files.isDirectory(StateFolder.of(root).path())) {
        return root;
      }
    } catch (IOException | InvalidPathException absent) {
      throw new InputException(
          option + " is not a folder; nothing was done", "Name an existing folder with --project.");
    }
    throw new InputException(
        option + " is no Tidemark project: it has no folder .tidemark; nothing was done",
        "Make it one: tidemark init --root " + CommandLines.word(option));
  }
}
