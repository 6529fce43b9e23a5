package dev.tidemark.integrations.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Project root: the folder that all paths of a project are relative to (R-COM-01).
///
/// @param folder absolute; it exists unless it was named by the option
/// @param origin the source of the root
public record ProjectRoot(Path folder, Origin origin) {
  /// The sources of the root, by descending precedence.
  public enum Origin {
    /// The option `--root`.
    OPTION,
    /// The variable `GIT_ROOT`.
    VARIABLE,
    /// Git: it is the top of a work tree.
    GIT,
    /// None: the nearest folder with `.tidemark`, else the working folder itself.
    FOLDER
  }

  /// Finds the root. Never fails: after an unreadable source, the working folder is used.
  ///
  /// @param option the value of `--root`, if it was given; the folder need not exist
  /// @param environment the variables of the process
  /// @param cwd the working folder
  /// @throws InvalidPathException if the option cannot be the name of a folder
  public static ProjectRoot find(
      @Nullable String option, Map<String, String> environment, Path cwd) {
    if (option != null && !option.isEmpty()) {
      return new ProjectRoot(cwd.resolve(option).toAbsolutePath().normalize(), Origin.OPTION);
    }
    var named = existing(environment.get("GIT_ROOT"), cwd);
    if (named != null) {
      return new ProjectRoot(named, Origin.VARIABLE);
    }
    var folder = realPath(cwd);
    var top = topLevel(folder, environment);
    return top == null
        ? new ProjectRoot(initialized(folder), Origin.FOLDER)
        : new ProjectRoot(top, Origin.GIT);
  }

  /// Returns the nearest folder with `.tidemark`, from a folder upwards; that folder if there is
  /// none.
  private static Path initialized(Path folder) {
    for (var up = folder; up != null; up = up.getParent()) {
      if (Files.isDirectory(up.resolve(".tidemark"))) {
        return up;
      }
    }
    return folder;
  }

  /// Returns the git folder that all work trees of the project share; the root itself where there
  /// is no repository, or none that can be read.
  public Path repository(Map<String, String> environment) {
    try {
      var files = GitFiles.find(realPath(folder), environment);
      return files == null ? folder : files.common();
    } catch (IOException e) {
      return folder;
    }
  }

  /// Returns whether the variables of the process select the repository.
  boolean usesGitVariables(Map<String, String> environment) {
    boolean told = origin == Origin.OPTION || origin == Origin.VARIABLE;
    return !told && namesRepository(environment);
  }

  private static @Nullable Path topLevel(Path folder, Map<String, String> environment) {
    if (namesRepository(environment)) {
      var top = new GitProgram(folder, environment, true).topLevel();
      if (top.isKnown()) {
        return top.orElse(folder);
      }
    }
    try {
      var files = GitFiles.find(folder, environment);
      return files == null ? null : files.workTree();
    } catch (IOException e) {
      return null; // where git reports no top level, there is none; HEAD's reader says why
    }
  }

  private static boolean namesRepository(Map<String, String> environment) {
    return isSet(environment.get("GIT_DIR")) || isSet(environment.get("GIT_WORK_TREE"));
  }

  private static boolean isSet(@Nullable String value) {
    return value != null && !value.isEmpty();
  }

  private static @Nullable Path existing(@Nullable String name, Path cwd) {
    if (name == null || name.isEmpty()) {
      return null;
    }
    try {
      var folder = cwd.resolve(name).toAbsolutePath().normalize();
      return Files.isDirectory(folder) ? folder : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Path realPath(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
