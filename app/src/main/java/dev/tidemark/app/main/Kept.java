package dev.tidemark.app.main;

import dev.tidemark.app.settings.Settings;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.Limits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The project that a server has opened last, for the next call on the same grounds: its store
/// remembers what it has read. Settings and workflows are read anew for each call all the same.
/// Safe for use by many threads.
final class Kept {
  private volatile @Nullable Last last;

  /// Opens a project, with the store of the last one if that is of the same grounds.
  Project open(Project.Builder builder, Grounds grounds) {
    var earlier = last;
    if (earlier != null && grounds.same(earlier.grounds())) {
      builder.after(earlier.project());
    }
    var project = builder.open();
    last = new Last(grounds, project);
    return project;
  }

  private record Last(Grounds grounds, Project project) {}

  /// What a project is made of.
  ///
  /// @param edition tells the workflows from all others
  record Grounds(Path folder, Settings settings, String edition, Limits limits) {
    /// Returns whether a project of these grounds is one of those. Where a value comes from makes
    /// no difference to it.
    private boolean same(Grounds other) {
      var ours = settings.all();
      var theirs = other.settings.all();
      boolean same =
          folder.equals(other.folder)
              && edition.equals(other.edition)
              && limits.equals(other.limits)
              && ours.size() == theirs.size();
      for (int i = 0; same && i < ours.size(); i++) {
        same = ours.get(i).value().equals(theirs.get(i).value());
      }
      return same;
    }
  }
}
