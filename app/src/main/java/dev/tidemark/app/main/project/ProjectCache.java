package dev.tidemark.app.main.project;

import dev.tidemark.app.settings.Settings;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.io.StoreLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// Project cache: the projects that a server opened last, for the next call with the same settings,
/// so that their stores keep their caches. Roots, settings and workflows are still looked up anew
/// for each call. Safe for use by many threads.
final class ProjectCache {
  /// Each may keep decoded journals and indexes.
  private static final int PROJECTS_MAX = 8;

  private final Map<Path, Last> opened =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Last> eldest) {
          return size() > PROJECTS_MAX;
        }
      };

  private final Map<String, JsonObject> files = new ConcurrentHashMap<>();

  /// Returns where the files of settings and workflows are remembered.
  Map<String, JsonObject> files() {
    return files;
  }

  /// Opens a project, with the store of the last one there if that is of the same grounds.
  Project open(Project.Builder builder, Grounds grounds) {
    Last earlier;
    synchronized (opened) {
      earlier = opened.get(grounds.folder());
    }
    if (earlier != null && grounds.isSameAs(earlier.grounds())) {
      builder.after(earlier.project());
    }
    var project = builder.open();
    synchronized (opened) {
      opened.put(grounds.folder(), new Last(grounds, project));
    }
    return project;
  }

  private record Last(Grounds grounds, Project project) {}

  /// Inputs of opening a project.
  ///
  /// @param identity which folder of that name it is, and which repository
  /// @param edition the fingerprint of the workflows
  record Grounds(
      Path folder, String identity, Settings settings, String edition, StoreLimits limits) {
    Grounds(Path folder, Settings settings, String edition, StoreLimits limits) {
      this(folder, which(folder) + which(folder.resolve(".git")), settings, edition, limits);
    }

    private static String which(Path file) {
      try {
        var found = Files.readAttributes(file, BasicFileAttributes.class);
        var text = found.isRegularFile() ? found.lastModifiedTime().toString() : "";
        return found.fileKey() + " " + found.creationTime() + " " + text + "\n";
      } catch (IOException none) {
        return "none\n";
      }
    }

    /// Returns whether a project of these grounds is one of those. The origin of a value is
    /// irrelevant.
    private boolean isSameAs(Grounds other) {
      var ours = settings.all();
      var theirs = other.settings.all();
      boolean same =
          folder.equals(other.folder)
              && identity.equals(other.identity)
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
