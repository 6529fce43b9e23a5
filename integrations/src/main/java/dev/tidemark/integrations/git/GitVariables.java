package dev.tidemark.integrations.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Environment variables of git: those that it gets for a query, and those for reading content.
final class GitVariables {
  /// The variables that select the repository, or change how its files and paths are read.
  /// Variables with settings stay: they may be required for this user to read the repository at
  /// all.
  private static final List<String> LOCAL =
      List.of(
          "GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_COMMON_DIR",
          "GIT_INDEX_FILE",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_NAMESPACE",
          "GIT_PREFIX",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_GRAFT_FILE",
          "GIT_SHALLOW_FILE",
          "GIT_REPLACE_REF_BASE",
          "GIT_NO_REPLACE_OBJECTS",
          "GIT_LITERAL_PATHSPECS",
          "GIT_GLOB_PATHSPECS",
          "GIT_NOGLOB_PATHSPECS",
          "GIT_ICASE_PATHSPECS");

  private static final String HOME = "HOME";

  /// The variables of git that say nothing of content.
  private static final List<String> KEPT =
      List.of("GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT");

  /// The variables that select a repository, for a work tree that has none of its own.
  private static final List<String> SELECTION =
      List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR");

  private GitVariables() {}

  /// Returns the environment of git.
  ///
  /// @param useGitVariables whether variables such as `GIT_DIR` may select the repository
  static Map<String, String> of(Map<String, String> environment, boolean useGitVariables) {
    var clean = new HashMap<>(environment);
    if (!useGitVariables) {
      clean.keySet().removeAll(LOCAL);
    }
    clean.put("LC_ALL", "C");
    clean.put("GIT_OPTIONAL_LOCKS", "0");
    clean.put("GIT_TERMINAL_PROMPT", "0");
    return clean;
  }

  /// Returns an environment without what could choose the files that count. A repository of another
  /// owner that the user's git accepts, by settings in other places, is still accepted.
  ///
  /// @param folder the work tree
  /// @param variables the environment of git
  /// @throws IOException if git cannot be run, or the repository not be read
  static Map<String, String> forContent(Path folder, Map<String, String> variables)
      throws IOException {
    var fixed = new HashMap<>(variables);
    fixed.keySet().removeIf(name -> name.startsWith("GIT_") && !KEPT.contains(name));
    fixed.remove("XDG_CONFIG_HOME");
    fixed.put(HOME, System.getProperty("user.home", ""));
    boolean sameSettings = Objects.equals(fixed.get(HOME), variables.get(HOME));
    for (var name : variables.keySet()) {
      sameSettings &= !name.startsWith("GIT_CONFIG") && !name.equals("XDG_CONFIG_HOME");
    }
    if (GitFiles.find(folder, fixed) == null) {
      for (var name : SELECTION) {
        if (variables.containsKey(name)) {
          fixed.put(name, variables.get(name));
        }
      }
    }
    if (!sameSettings
        && new GitProcess(folder, variables, GitProcess.PATIENCE)
                .run("", "rev-parse", "--git-dir")
                .exit()
            == 0) {
      fixed.put("GIT_CONFIG_COUNT", "1");
      fixed.put("GIT_CONFIG_KEY_0", "safe.directory");
      fixed.put("GIT_CONFIG_VALUE_0", "*");
    }
    return fixed;
  }
}
