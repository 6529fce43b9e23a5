package dev.tidemark.app.main.project;

import dev.tidemark.app.settings.Settings;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.io.StoreLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Project cache: the project that a server opened last, for the next call with the same settings,
/// so that its store keeps its caches. Settings and workflows are still checked anew for each call.
/// Safe for use by many threads.
final class ProjectCache {
  private volatile @Nullable Last last;
  private volatile @Nullable Site site;
  private final Map<String, JsonObject> files = new ConcurrentHashMap<>();

  /// Returns where the files of settings and workflows are remembered.
  Map<String, JsonObject> files() {
    return files;
  }

  /// Returns where the project is around a folder, as it was found before: that does not change
  /// while a server runs, unless a repository comes or goes there.
  ///
  /// @param named the root as it was named; absent to find it
  ProjectRoot root(Path folder, @Nullable String named, Supplier<ProjectRoot> finding) {
    var known = site;
    if (known != null
        && known.folder.equals(folder)
        && Objects.equals(known.named, named)
        && isRepository(known.root) == known.repository) {
      return known.root;
    }
    var root = finding.get();
    site = new Site(folder, named, root, isRepository(root));
    return root;
  }

  private static boolean isRepository(ProjectRoot root) {
    return Files.exists(root.folder().resolve(".git"));
  }

  private record Site(Path folder, @Nullable String named, ProjectRoot root, boolean repository) {}

  /// Opens a project, with the store of the last one if that is of the same grounds.
  Project open(Project.Builder builder, Grounds grounds) {
    var earlier = last;
    if (earlier != null && grounds.isSameAs(earlier.grounds())) {
      builder.after(earlier.project());
    }
    var project = builder.open();
    last = new Last(grounds, project);
    return project;
  }

  private record Last(Grounds grounds, Project project) {}

  /// Inputs of opening a project.
  ///
  /// @param edition the fingerprint of the workflows
  record Grounds(Path folder, Settings settings, String edition, StoreLimits limits) {
    /// Returns whether a project of these grounds is one of those. The origin of a value is
    /// irrelevant.
    private boolean isSameAs(Grounds other) {
      var ours = settings.all();
      var theirs = other.settings.all();
      boolean same =
          folder.equals(other.folder)
              && edition.equals(other.edition)
              && limits.equals(other.limits)
              // Until it is trusted, nothing is written.
              && Objects.equals(settings.untrustedStore(), other.settings.untrustedStore())
              && ours.size() == theirs.size();
      for (int i = 0; same && i < ours.size(); i++) {
        same = ours.get(i).value().equals(theirs.get(i).value());
      }
      return same;
    }
  }
}
