package dev.tidemark.runner;

import dev.tidemark.history.Fingerprint;
import dev.tidemark.library.Project;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Write scope of a phase: compares the files before and after an attempt, and finds changed files
/// outside the patterns of `writes`. It detects, and does not prevent.
///
/// Ignored files and those of Tidemark are not seen.
final class WriteScope {
  private static final int SHOWN_MAX = 5;
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int FILES_MAX = 10_000;

  private final Project project;
  private final List<PathMatcher> patterns;
  private final @Nullable String commit;
  private final Map<String, Optional<Fingerprint>> before;

  /// Takes the state before the attempt.
  WriteScope(Project project, List<String> patterns) throws IOException {
    this.project = project;
    this.patterns = matchers(patterns);
    this.commit = project.head().commit();
    this.before = files();
  }

  /// Returns the files outside the patterns; the first few of them.
  ///
  /// @param patterns glob patterns; none for all files
  static List<String> outside(List<String> patterns, List<String> changed) {
    var outside = new ArrayList<String>();
    var matchers = matchers(patterns);
    for (var path : changed) {
      if (!patterns.isEmpty() && outside.size() < SHOWN_MAX && !isAllowed(matchers, path)) {
        outside.add(path);
      }
    }
    return outside;
  }

  private static List<PathMatcher> matchers(List<String> patterns) {
    var matchers = new ArrayList<PathMatcher>();
    for (var pattern : patterns) {
      matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + pattern));
    }
    return matchers;
  }

  /// git names a new folder in place of its files.
  private Map<String, Optional<Fingerprint>> files() throws IOException {
    var files = new HashMap<String, Optional<Fingerprint>>();
    for (var change : project.changes(commit, PATIENCE_MILLIS)) {
      if (!change.path().endsWith("/")) {
        files.put(change.path(), print(change.path()));
        continue;
      }
      try (var walk = Files.walk(project.root().resolve(change.path()))) {
        for (var file : walk.filter(Files::isRegularFile).limit(FILES_MAX).toList()) {
          var path = project.root().relativize(file).toString().replace('\\', '/');
          files.put(path, print(path));
        }
      }
    }
    return files;
  }

  private Optional<Fingerprint> print(String path) {
    return project.fingerprint(path).orElse(Optional.empty());
  }

  /// Returns the files outside the patterns that have changed since; the first few of them.
  List<String> outside() throws IOException {
    var after = files();
    var outside = new TreeSet<String>();
    for (var entry : after.entrySet()) {
      if (!entry.getValue().equals(before.get(entry.getKey()))
          && !isAllowed(patterns, entry.getKey())) {
        outside.add(entry.getKey());
      }
    }
    for (var path : before.keySet()) {
      if (!after.containsKey(path) && !isAllowed(patterns, path)) {
        outside.add(path);
      }
    }
    return List.copyOf(outside).subList(0, Math.min(SHOWN_MAX, outside.size()));
  }

  private static boolean isAllowed(List<PathMatcher> patterns, String path) {
    for (var pattern : patterns) {
      if (pattern.matches(Path.of(path))) {
        return true;
      }
    }
    return false;
  }
}
