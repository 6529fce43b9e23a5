package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.history.Event;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Computes digests of the artifacts that a phase reports, when the phase is completed.
public final class ArtifactDigests {
  /// The limit of files per run; the oldest are dropped first. Every record carries them all.
  static final int FILES_MAX = 50;

  /// The limit of bytes read for one change.
  private static final long BYTES_MAX = 1024 * 1024;

  private final ProjectContext projectContext;
  private final List<Fingerprint> known;
  private final @Nullable Origin origin;
  private final Set<String> taken = new HashSet<>();
  private long bytes;

  public ArtifactDigests(ProjectContext projectContext, List<Fingerprint> known) {
    this(projectContext, known, null);
  }

  /// @param origin the work tree in which they are taken; absent where only one uses the store
  public ArtifactDigests(
      ProjectContext projectContext, List<Fingerprint> known, @Nullable Origin origin) {
    this.projectContext = projectContext;
    this.known = known;
    this.origin = origin;
  }

  /// Returns the fingerprints after these events.
  ///
  /// @param after the checkpoint after them; absent where there is none
  /// @param change the requested change; some formats do not assign files to phases
  public List<Fingerprint> after(@Nullable Checkpoint after, List<Event> events, Change change) {
    List<Fingerprint> files = known;
    if (change instanceof Change.CompletePhase done) {
      files = with(files, done.report().artifacts());
    } else if (change instanceof Change.AmendPhase amend) {
      files = without(files, amend.report().artifacts());
    }
    if (after == null) {
      return files;
    }
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof Event.PhaseCompleted done) {
        for (var phase : after.phases()) {
          if (phase.name().equals(done.phase())) {
            files = with(files, phase.artifacts());
          }
        }
      }
    }
    return files;
  }

  private List<Fingerprint> with(List<Fingerprint> files, List<Artifact> artifacts) {
    if (artifacts.isEmpty()) {
      return files;
    }
    var all = new ArrayList<>(without(files, artifacts));
    for (int i = 0; i < artifacts.size(); i++) {
      var path = artifacts.get(i).path();
      if (artifacts.get(i).kind() == Artifact.Kind.REMOVED || !taken.add(path)) {
        continue;
      }
      remove(all, path);
      var print = bytes > BYTES_MAX ? null : take(path);
      if (print != null) {
        all.add(print);
        bytes += print.digest() == null ? 0 : print.size();
      }
    }
    return all.size() <= FILES_MAX ? all : all.subList(all.size() - FILES_MAX, all.size());
  }

  private static List<Fingerprint> without(List<Fingerprint> files, List<Artifact> artifacts) {
    var left = files;
    for (var artifact : artifacts) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        left = new ArrayList<>(left);
        remove(left, artifact.path());
      }
    }
    return left;
  }

  private @Nullable Fingerprint take(String path) {
    var print =
        projectContext.fetch(FactQuery.fingerprint(path)).orElse(Optional.empty()).orElse(null);
    return print == null || origin == null
        ? print
        : new Fingerprint(print.path(), print.size(), print.digest(), origin);
  }

  private static void remove(List<Fingerprint> files, String path) {
    for (int i = files.size() - 1; i >= 0; i--) {
      if (files.get(i).path().equals(path)) {
        files.remove(i);
      }
    }
  }
}
