package dev.tidemark.integrations.process;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Sanitized environment for the command of a gate, whose exit code becomes evidence.
///
/// Removes the variables that change the behaviour of a build or test tool without a change of any
/// file: options (`MAKEFLAGS=-n` runs nothing), preloaded code, another repository; and the entries
/// of `PATH` that do not count, see [SearchPath]: ignored files in the project are no part of the
/// tree in the evidence.
public final class CommandEnvironment {
  private static final String PATH = "PATH";

  /// Variables by name. A definition that needs one names it: `[env, GOFLAGS=-mod=mod, go, test]`.
  private static final List<String> NAMES =
      List.of(
          // make, ninja, cmake
          "MAKEFLAGS",
          "GNUMAKEFLAGS",
          "MFLAGS",
          "MAKEFILES",
          "MAKEOVERRIDES",
          "MAKELEVEL",
          // shells
          "BASH_ENV",
          "ENV",
          "SHELLOPTS",
          "BASHOPTS",
          "CDPATH",
          // languages and their tools
          "NODE_OPTIONS",
          "NODE_PATH",
          "PYTHONSTARTUP",
          "PYTHONOPTIMIZE",
          "PYTHONPATH",
          "PYTHONHOME",
          "PYTHONUSERBASE",
          "PYTEST_ADDOPTS",
          "PYTEST_PLUGINS",
          "TOX_OVERRIDE",
          "PERL5OPT",
          "PERL5LIB",
          "RUBYOPT",
          "RUBYLIB",
          "SPEC_OPTS",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "JAVA_OPTS",
          "MAVEN_OPTS",
          "MAVEN_ARGS",
          "GRADLE_OPTS",
          "ANT_OPTS",
          "ANT_ARGS",
          "SBT_OPTS",
          "GOFLAGS",
          "RUSTFLAGS",
          "RUSTC_WRAPPER",
          "RUSTC_WORKSPACE_WRAPPER",
          "DOTNET_STARTUP_HOOKS",
          "PHPRC",
          "PHP_INI_SCAN_DIR",
          // git
          "GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_EXEC_PATH",
          "GIT_EXTERNAL_DIFF");

  /// Variables by the beginning of their names, in capitals.
  private static final List<String> PREFIXES =
      List.of(
          "NPM_CONFIG_",
          "CTEST_",
          "GTEST_",
          "CARGO_BUILD_",
          "CARGO_TARGET_",
          "BASH_FUNC_",
          "GIT_CONFIG_COUNT",
          "GIT_CONFIG_KEY_",
          "GIT_CONFIG_PARAMETERS",
          "LD_",
          "DYLD_");

  private final Map<String, String> variables = new HashMap<>();
  private final List<String> removed = new ArrayList<>();

  /// @param root the root of the project
  /// @param environment the variables of this process
  public CommandEnvironment(Path root, Map<String, String> environment) {
    for (var name : new TreeSet<>(environment.keySet())) {
      if (isRemoved(name)) {
        removed.add(name);
      } else {
        variables.put(name, environment.get(name));
      }
    }
    if (environment.containsKey(PATH)) {
      var path = SearchPath.of(environment, root);
      variables.put(PATH, path.value());
      for (var entry : path.excluded()) {
        removed.add(entry + " in " + PATH);
      }
    }
  }

  private static boolean isRemoved(String name) {
    if (NAMES.contains(name)) {
      return true;
    }
    for (var prefix : PREFIXES) {
      if (name.regionMatches(true, 0, prefix, 0, prefix.length())) {
        return true;
      }
    }
    return false;
  }

  /// Returns the environment of the command.
  public Map<String, String> variables() {
    return Map.copyOf(variables);
  }

  /// Returns the names of the variables that were removed, and the folders.
  public List<String> removed() {
    return List.copyOf(removed);
  }

  /// Returns the file that a command runs; null if none is found.
  ///
  /// @param word its first word: a name, looked for in the remaining folders, or a path
  public @Nullable String program(Path root, String word) {
    boolean path = word.indexOf('/') >= 0 || word.indexOf(File.separatorChar) >= 0;
    try {
      return path ? root.resolve(word).toString() : SearchPath.of(variables, root).find(word);
    } catch (InvalidPathException noPath) {
      return null;
    }
  }
}
